from __future__ import annotations

import pytest

from benchmarks.errors import MalformedItemError
from benchmarks.generate.families import clause_from, domain_from, domains_named, shipped_domains


def test_eight_places_have_twelve_families_each_and_no_clause_twice():
    domains = shipped_domains()
    assert len(domains) >= 8
    for domain in domains.values():
        assert len(domain.families) >= 12
        told = [clause.told for family in domain.families for clause in family.clauses.values()]
        assert len(set(told)) == len(told), domain.name


@pytest.mark.parametrize("domain", shipped_domains().values(), ids=lambda domain: domain.name)
def test_every_clause_can_be_denied_and_supposed_away(domain):
    for clause in (*domain.beside, *(one for family in domain.families for one in family.clauses.values())):
        assert " not " in f" {clause.denied} "
        assert " not " in f" {clause.away} "
        assert clause.contrary != clause.told


def test_past_participles_are_those_of_a_dictionary():
    broken = clause_from("the belt | broke | ~ the belt held")
    cancelled = clause_from("the inn | cancelled | the ball ~ the inn held the ball")
    assert broken.before == "the belt had broken"
    assert cancelled.anyway == "the inn would have cancelled the ball anyway"


@pytest.mark.parametrize(
    "text", ["name: x\nweb: [[a | b | c ~ d]]", "web: []", "[1, 2]", "name: x\nbeside: [it rained]"]
)
def test_a_domain_that_lacks_something_is_refused(text):
    with pytest.raises(MalformedItemError, match="expected"):
        domain_from(text)


def test_a_domain_of_ones_own_is_a_file(tmp_path):
    path = tmp_path / "mill.yaml"
    path.write_text(
        "name: mill\nbackup:\n- [the wheel | broke | ~ the wheel held, a man | came | ~ nobody came, "
        "the flour | was | ground ~ the grain stayed whole]\n",
        encoding="utf-8",
    )
    assert domains_named((str(path),))[0].of_shape("backup")[0].clauses["good"].contrary == "the grain stayed whole"
    with pytest.raises(MalformedItemError, match="expected a domain"):
        domains_named(("no such place",))
