"""The bill of materials of a release, which several systems write one after the other."""

import hashlib
import json
import re
import subprocess

import pytest
from table import PATIENCE, ROOT, VERSION

SOURCE = f"duello-{VERSION}.tar.gz"
PACKAGE = f"duello_{VERSION}~deb12_amd64.deb"
WHEEL = f"duello-{VERSION}-cp311-cp311-manylinux_2_34_x86_64.whl"


def sbom(*args):
    env = {"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": "1763424000"}
    return subprocess.run([ROOT / "scripts" / "sbom", *args], capture_output=True, text=True, timeout=PATIENCE, env=env)


@pytest.fixture
def write(tmp_path):
    def write(*files):
        done = sbom("write", tmp_path / "x.json", *files)
        assert (done.stderr, done.returncode) == ("", 0)
        return json.loads((tmp_path / "x.json").read_text())

    for file in (SOURCE, PACKAGE, WHEEL):
        (tmp_path / file).write_text(file)
    return write


def contents(document):
    """What is in which file, by name."""
    names = {package["SPDXID"]: package["name"] for package in document["packages"]}
    described = [each["relatedSpdxElement"] for each in document["relationships"] if each["relationshipType"] == "DESCRIBES"]
    found = {names[each]: set() for each in described}
    for each in document["relationships"]:
        if each["relationshipType"] == "CONTAINS":
            found[names[each["spdxElementId"]]].add(names[each["relatedSpdxElement"]])
    return found


def test_a_file_is_described_with_its_checksum(write):
    document = write(SOURCE)
    assert document["spdxVersion"] == "SPDX-2.3" and document["creationInfo"]["created"] == "2025-11-18T00:00:00Z"
    (package,) = document["packages"]
    assert package["checksums"] == [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(SOURCE.encode()).hexdigest()}]
    assert contents(document) == {SOURCE: set()}


def test_what_is_compiled_in_is_named_with_version_and_license(write):
    document = write(PACKAGE)
    (names,) = contents(document).values()
    (name,) = (name for name in names if re.fullmatch(r"libboost[0-9.]+-dev", name))
    (boost,) = (package for package in document["packages"] if package["name"] == name)
    installed = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True).stdout
    assert (boost["versionInfo"], boost["licenseConcluded"]) == (installed, "BSL-1.0")
    assert len({package["SPDXID"] for package in document["packages"]}) == len(document["packages"])


def test_no_part_puts_the_whole_under_the_gpl(write):
    for package in write(PACKAGE, WHEEL)["packages"]:
        licenses = package["licenseConcluded"].split(" AND ")
        assert all("GPL" not in each or each.endswith("WITH GCC-exception-3.1") for each in licenses), package["name"]


def test_what_another_system_has_made_is_kept(write):
    write(PACKAGE, SOURCE)
    document = write(WHEEL)
    assert contents(document).keys() == {SOURCE, PACKAGE, WHEEL}
    assert any(name.startswith("libstdc++") for name in contents(document)[WHEEL])
    assert not any(name.startswith("libstdc++") for name in contents(document)[PACKAGE])


def test_what_comes_from_pypi_is_named_where_it_is_compiled_in(write):
    document = write(WHEEL, PACKAGE)
    assert {"nanobind", "robin-map"} <= contents(document)[WHEEL] and "nanobind" not in contents(document)[PACKAGE]
    licenses = {package["name"]: package["licenseConcluded"] for package in document["packages"]}
    assert (licenses["nanobind"], licenses["robin-map"]) == ("BSD-3-Clause", "MIT")
    (pinned,) = re.findall(r"^nanobind==(\S+)", (ROOT / "python" / "requirements.txt").read_text(), re.MULTILINE)
    (nanobind,) = (package for package in document["packages"] if package["name"] == "nanobind")
    assert nanobind["externalRefs"][0]["referenceLocator"] == f"pkg:pypi/nanobind@{pinned}"


def test_what_is_gone_or_has_changed_is_forgotten(write, tmp_path):
    write(PACKAGE, SOURCE)
    (tmp_path / PACKAGE).unlink()
    (tmp_path / SOURCE).write_text("another")
    assert contents(write(WHEEL)).keys() == {WHEEL}


def test_a_file_that_is_not_known_is_refused(tmp_path):
    done = sbom("write", tmp_path / "x.json", "frob.zip")
    assert (done.returncode, done.stderr) == (1, "sbom: frob.zip is not one of the files that make dist makes.\n")
