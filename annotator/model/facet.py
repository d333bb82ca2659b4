"""Facet: any of the six kinds, told apart by the field `kind`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from annotator.model.facets.choice import Choice
from annotator.model.facets.flag import Flag
from annotator.model.facets.grade import Grade
from annotator.model.facets.number import Number
from annotator.model.facets.spans import Spans
from annotator.model.facets.tags import Tags

Facet = Annotated[Grade | Spans | Tags | Choice | Number | Flag, Field(discriminator="kind")]
