"""The tables of the store, as migrations. A released step is never changed; new steps are added below."""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("herold")


@migrations()
def m001_tables_and_journal(db: Database) -> None:
    db.table("tables").create(
        {"id": int, "channel": str, "game": str, "open": int, "meta": str}, pk="id", not_null={"channel", "game", "open", "meta"}
    )
    db.execute("create unique index one_open_game_per_channel on tables(channel) where open")
    db.table("journal").create(
        {"table_id": int, "seq": int, "kind": str, "user": str, "at": str, "body": str, "prev": str, "hash": str},
        pk=("table_id", "seq"), foreign_keys=[("table_id", "tables", "id")],
    )
    db.execute("create table line (table_id integer, pos integer, seq integer, primary key (table_id, pos)) without rowid")
    db.execute("create table checkpoints (table_id integer, length integer, dice integer, state blob, primary key (table_id, length))")
    db.execute("create table messages (channel text, id text, at text, replies text, primary key (channel, id)) without rowid")
    db.table("people").create({"channel": str, "user": str, "name": str, "handle": str}, pk=("channel", "user"))
    db.execute("create table sitting (user text, table_id integer, primary key (user, table_id)) without rowid")


@migrations()
def m002_answers_and_feedback(db: Database) -> None:
    db.execute("create table answers (channel text primary key, game text, question text, section text) without rowid")  # the last one per channel
    db.execute(
        "create table feedback (server text, channel text, question text, game text, section text, helpful integer, at text, "
        "primary key (channel, question))"
    )
    db.execute("create table misses (id integer primary key, at text, game text, question text)")


@migrations()
def m003_time_and_notices(db: Database) -> None:
    db.execute("create table wishes (user text primary key, data text not null) without rowid")  # reminders, quiet hours, absence
    db.execute("create table deadlines (table_id integer primary key, hours real not null, action text not null)")
    db.execute("create table looked (table_id integer primary key, seq integer not null)")
    db.execute(
        "create table waits (table_id integer, seat integer, user text, position integer, since text, reminded text, passed integer default 0, "
        "primary key (table_id, seat)) without rowid"
    )
    db.execute("create table notes (id integer primary key, user text, channel text, text text)")
    db.execute("create index notes_of on notes(user, channel)")
    db.execute("create table boards (table_id integer primary key, message text, told integer default 0, pinged text default '{}', gone integer default 0)")


@migrations()
def m010_disputes(db: Database) -> None:
    db.table("disputes").create(
        {"id": int, "server": str, "channel": str, "table_id": int, "game": str, "status": str, "number": int, "data": str}, pk="id",
    )
    db.execute("create index disputes_of on disputes(server, status)")


@migrations()
def m011_places_of_disputes(db: Database) -> None:
    db.execute("alter table disputes add column place text not null default ''")  # where it is argued, if not in the channel of its table
    db.execute("create index disputes_argued on disputes(place) where place <> ''")
