"""What is typed into a form, read strictly: ASCII digits only, blank is not zero.

Fields keep what was typed, so that a refused form shows it again with the sentence beside it.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from markupsafe import Markup
from wtforms import DateField, Field, HiddenField, PasswordField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, ValidationError
from wtforms.widgets import html_params

from countroom.domain.denominations import pieces_typed
from countroom.domain.texts import code_fault
from countroom.errors import EntryError
from countroom.money import Money, dollars

SERIAL_LIMIT: Final = 32
NOTE_LIMIT: Final = 5_000
_PLAIN: Final = {
    "autocomplete": "off",
    "autocorrect": "off",
    "autocapitalize": "off",
    "spellcheck": "false",
}


def required(sentence: str) -> InputRequired:
    """A validator that a field is filled in; the sentence says with what."""
    return InputRequired(sentence)


def _render(own: dict[str, object], given: dict[str, object] | None) -> dict[str, object]:
    return {**_PLAIN, **own, **(given or {})}


class _Typed(StringField):
    """A text field that shows again what was typed, and never helps by changing it."""

    attributes: dict[str, object] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["render_kw"] = _render(self.attributes, kwargs.get("render_kw"))
        super().__init__(*args, **kwargs)

    def _typed(self, valuelist: list[Any]) -> str:
        return str(valuelist[0]).strip() if valuelist else ""

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        return self._shown()

    def _shown(self) -> str:
        return "" if self.data is None else str(self.data)


class PiecesField(_Typed):
    """A number of pieces: ``data`` is a whole number, or nothing where nothing was typed."""

    attributes = {"inputmode": "numeric", "pattern": "[0-9]*", "class": "number"}

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the pieces.

        Raises:
            ValueError: They are no whole number within the limit; said by name.
        """
        try:
            read = pieces_typed(self._typed(valuelist), name=self.label.text)
        except EntryError as wrong:
            raise ValueError(wrong.message) from None
        self.data = read  # type: ignore[assignment]


class MoneyField(_Typed):
    """An amount in dollars: ``data`` is Money, or nothing where nothing was typed."""

    attributes = {"inputmode": "decimal", "class": "number"}

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the amount.

        Raises:
            ValueError: It is no amount in whole cents within the limit.
        """
        typed = self._typed(valuelist)
        self.data = dollars(typed) if typed else None  # type: ignore[assignment]

    def _shown(self) -> str:
        amount: Any = self.data
        return amount.plain() if isinstance(amount, Money) else ""


class TextField(_Typed):
    """A short text, without blanks around it."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the text."""
        self.data = self._typed(valuelist)


class SerialField(TextField):
    """A serial or document number: text, zeros kept."""

    attributes = {"maxlength": SERIAL_LIMIT, "class": "serial"}

    def pre_validate(self, form: Any) -> None:
        """Refuse what no serial holds.

        Raises:
            ValidationError: It is too long, or not printable ASCII.
        """
        del form
        text = self.data or ""
        if len(text) > SERIAL_LIMIT:
            msg = f"{self.label.text}: at most {SERIAL_LIMIT} characters."
            raise ValidationError(msg)
        if text and not (text.isascii() and text.isprintable()):
            msg = f"{self.label.text}: only letters, digits and signs on a keyboard."
            raise ValidationError(msg)


class CodeField(TextField):
    """A code as it stands on a label or badge: ``007`` and ``7`` are two."""

    def pre_validate(self, form: Any) -> None:
        """Refuse what no label holds.

        Raises:
            ValidationError: It is no code.
        """
        del form
        fault = code_fault(str(self.data)) if self.data else None
        if fault:
            msg = f"{self.label.text} {fault}"
            raise ValidationError(msg)


class ScanField(CodeField):
    """Where a hand scanner writes, whatever has the focus (``js/grid.js``)."""

    attributes = {"data-scan": "", "enterkeyhint": "go", "class": "scan"}


class BadgeField(CodeField):
    """A badge number; a badge scanner writes here too."""

    attributes = {"inputmode": "text", "data-scan": "", "class": "badge-number"}


class PinField(PasswordField):
    """A PIN: never shown again, never kept by the browser."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        own: dict[str, object] = {"inputmode": "numeric", "autocomplete": "off", "class": "pin"}
        kwargs["render_kw"] = _render(own, kwargs.get("render_kw"))
        super().__init__(*args, **kwargs)


class NoteField(TextAreaField):
    """A remark in somebody's own words."""

    def __init__(self, label: str, *validators: Any, **kwargs: Any) -> None:
        too_long = f"{label}: at most {NOTE_LIMIT:,} characters."
        kwargs.setdefault("render_kw", {"rows": 3})
        super().__init__(label, [*validators, Length(max=NOTE_LIMIT, message=too_long)], **kwargs)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the text without blanks around it."""
        self.data = str(valuelist[0]).strip() if valuelist else ""


class DayField(DateField):
    """A gaming date."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the day.

        Raises:
            ValueError: It is no day, written 2011-06-14.
        """
        typed = str(valuelist[0]).strip() if valuelist else ""
        self.data = None
        if not typed:
            return
        try:
            self.data = date.fromisoformat(typed)
        except ValueError:
            msg = f"{self.label.text}: enter a day such as 2011-06-14."
            raise ValueError(msg) from None


class ChoiceField(Field):
    """One of several; pairs of value and word, that may be set when the form is made.

    Shown as a list, or with the macro ``choices`` as buttons for a thumb.
    """

    def __init__(self, *args: Any, choices: Iterable[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choices = list(choices)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the value chosen; nothing sent leaves what stands."""
        if valuelist:
            self.data = str(valuelist[0])

    def pre_validate(self, form: Any) -> None:
        """Refuse what is not offered.

        Raises:
            ValidationError: It is not among the choices.
        """
        del form
        if str(self.data or "") not in {value for value, _ in self.choices}:
            msg = f"{self.label.text}: choose one of those offered."
            raise ValidationError(msg)

    def __call__(self, **attributes: object) -> Markup:
        """Write the list."""
        attributes.setdefault("id", self.id)
        options = Markup("").join(
            Markup("<option value='{}'{}>{}</option>").format(
                value, Markup(" selected") if value == str(self.data or "") else "", word
            )
            for value, word in self.choices
        )
        given = Markup(html_params(name=self.name, **attributes))  # noqa: S704 - escaped by it
        return Markup("<select {}>{}</select>").format(given, options)


class KeyField(HiddenField):
    """The key of the act, made when the form is rendered (``forms.ActForm``)."""
