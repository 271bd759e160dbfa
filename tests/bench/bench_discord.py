"""Discord: a thousand channels at once against the test Discord, as ratios to its own echo."""

from tests.discord.load import main as run


def main() -> None:
    run(1000)
