"""The program in the documentation runs as it is shown."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from baserate.datasets import icu_cohort
from baserate.results.result import result_schema
from tests.engines.sources import write

ROOT = Path(__file__).parents[2]
OF_CONNECT = ("SPARK_REMOTE", "SPARK_LOCAL_REMOTE", "SPARK_CONNECT_MODE_ENABLED")

if os.environ.get("BASERATE_ENGINES") == "1":

    def test_the_program_for_spark_submit_runs(tmp_path: Path) -> None:
        pytest.importorskip("pyspark")
        submit = shutil.which("spark-submit", path=str(Path(sys.executable).parent)) or "spark-submit"
        program, kept = ROOT / "docs" / "spark_example.py", tmp_path / "result.json"
        patients = write(icu_cohort(stays=3000), tmp_path / "stays")
        command = [submit, "--master", "local[2]", str(program), str(patients), str(kept)]
        # A client of Spark Connect leaves its mark on the environment while it lives.
        clean = {key: value for key, value in os.environ.items() if key not in OF_CONNECT}
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**clean, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"},
            timeout=400,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        assert "severity" in done.stdout
        told = json.loads(kept.read_text())
        jsonschema.validate(told, result_schema())
        assert told["data"]["used"] == 3000
        assert {group["name"] for group in told["groups"]} == {"mixed", "cardiac"}
