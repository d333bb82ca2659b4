"""How far reviewers agree, facet by facet: kappa and its relatives, each with its n and a 95 % interval.

Only samples whose labels are all in are counted. The interval is a bootstrap over samples; its seed stands in --json.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--facet", action="append", metavar="NAME", help="only this facet (may be given again)")
    parser.add_argument("--by", metavar="KEY", help="also within each value of a group (lang, difficulty, …), of `guideline` or of `month`")
    parser.add_argument("--with-oneself", action="store_true", help="also each reviewer's first against last label of the same sample")
    parser.add_argument("--gamma", action="store_true", help="also gamma of spans (needs the extra `gamma`; takes a while)")
    parser.add_argument("--explain", action="store_true", help="say in three sentences what each figure means")
    parser.add_argument("--pairs", action="store_true", help="every pair of reviewers in full")
    parser.add_argument("--seed", type=int, help="seed of the bootstrap (a fixed one by default)")
    parser.add_argument("--resamples", type=int, help="draws of the bootstrap (2000 by default)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON document")
    form.add_argument("--markdown", action="store_true", help="print Markdown")
    form.add_argument("--csv", action="store_true", help="print every disagreement as CSV")


def run(arguments: argparse.Namespace) -> int:
    """Print the report in the form asked for."""
    from annotator.cli.patience import patience
    from annotator.curate.agreement import agreement, bootstrap, causes, gammas, ratings_of, scale_of
    from annotator.curate.agreement_slices import Slices, agreement_by, agreement_with_oneself
    from annotator.curate.self_agreement import self_agreement
    from annotator.curate.workspace import Workspace
    from annotator.report.agreement import (
        agreement_json,
        agreement_markdown,
        agreement_text,
        disagreements_csv,
        gamma_table,
        self_json,
        slices_table,
    )

    workspace = Workspace(arguments.dataset)
    if arguments.csv:
        names = arguments.facet or list(workspace.config.facets)
        print(disagreements_csv({name: (ratings_of(workspace, name), scale_of(workspace, name)) for name in names}), end="")
        return 0
    with patience("reading the dataset and drawing samples"):
        plan = bootstrap(arguments.seed, arguments.resamples)
        found = agreement(workspace, arguments.facet, plan)
        slices: dict[str, Slices] = {}
        by_gamma = gammas(workspace, arguments.facet) if arguments.gamma else {}
        if arguments.by:
            slices[f"by {arguments.by}"] = agreement_by(workspace, arguments.by, arguments.facet, plan)
        selves = self_agreement(workspace, arguments.facet, plan)
        if arguments.with_oneself:
            slices["with oneself"] = agreement_with_oneself(workspace, arguments.facet, plan)
    if arguments.json:
        document = {**agreement_json(workspace.config.id, workspace.dataset.sha256(), found), "causes": causes(workspace)}
        document["self"] = self_json(selves)
        if by_gamma:
            document["gamma"] = {facet: {pair: one.as_json() for pair, one in of_facet.items()} for facet, of_facet in by_gamma.items()}
        for how, cut in slices.items():
            document[how.replace(" ", "-")] = {
                facet: {value: summary.as_json() for value, summary in of_facet.items()} for facet, of_facet in cut.items()
            }
        print(json.dumps(document, ensure_ascii=False))
        return 0
    tables = [gamma_table(facet, of_facet) for facet, of_facet in by_gamma.items()]
    tables += [slices_table(f"{facet}: reviewers with themselves, on repeats", of_facet) for facet, of_facet in selves.items() if of_facet]
    tables += [slices_table(f"{facet} {how}", of_facet) for how, cut in slices.items() for facet, of_facet in cut.items()]
    if arguments.markdown:
        print(agreement_markdown(found, explain=arguments.explain, every_pair=arguments.pairs))
        print("\n".join(table.markdown() for table in tables))
        return 0
    width = min(shutil.get_terminal_size().columns, 120)
    print(f"{workspace.config.id} · SHA-256 {workspace.dataset.sha256()}\n")
    print(agreement_text(found, width=width, explain=arguments.explain, every_pair=arguments.pairs))
    for table in tables:
        print(f"\n{table.plain(width)}")
    why = causes(workspace)
    if why:
        print(f"\nwhy reviewers differed, say adjudicators: {', '.join(f'{cause} {count}' for cause, count in why.items())}")
    return 0
