"""Runs all benchmarks, or those named on the command line."""

import importlib
import pkgutil
import sys

import tests.bench

for module in pkgutil.iter_modules(tests.bench.__path__):
    if module.name.startswith("bench_") and (len(sys.argv) < 2 or module.name.removeprefix("bench_") in sys.argv[1:]):
        importlib.import_module(f"tests.bench.{module.name}").main()
