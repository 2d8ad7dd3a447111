import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { FilterMoment } from "#domain/filters/compiled.ts";
import { isErased } from "#domain/filters/personal.ts";
import { mostValues, type Siever, takesLineBreaks } from "#domain/filters/sievers.ts";
import { spelt } from "#domain/filters/stars.ts";
import { breakSign, oneLine } from "#domain/text/one-line.ts";
import type { Suggestions } from "#domain/wire/suggestions.ts";
import { addValues, asTyped, nearlyFull, rejectedText, splitTyped } from "./add-values.ts";
import { doubtsOf } from "./doubts.ts";
import { DoubtsNote } from "./doubts-note.tsx";
import { type Left, LeftNote, standsStill, useLeft } from "./left-note.tsx";
import { OfferedContext, OfferRow, OffersPaper } from "./offer-row.tsx";
import { completed, notOf, offersFor } from "./offers.ts";
import { OperatorMenu } from "./operator-menu.tsx";
import { type Operator, operatorsOf } from "./operators.ts";
import { quietField, quietPart } from "./quiet.ts";
import { TogetherNote } from "./together-note.tsx";
import { ValueChip } from "./value-chip.tsx";

type ValuesFieldProps = {
  siever: Siever;
  /** Its name with its group, for who does not see where it stands. */
  name: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** What the server says of the values. */
  problem: string | undefined;
  suggestions: readonly string[];
  /** What the suggestions are of, once it is known. */
  found?: Suggestions | undefined;
  /** The only words that are allowed; null for any. */
  whitelist: readonly string[] | null;
  placeholder?: string | undefined;
  disabled?: boolean;
  /** Whose day is said of `date(…)`. */
  moment: FilterMoment;
  onFocus?: () => void;
  /** Beside the text, for another way to say a value; it gets what takes one. */
  extra?: ((add: (text: string) => void) => ReactNode) | undefined;
  labelledBy: string;
};

/** Whether the focus goes to something that belongs to the value being typed, such as the menu of operators. */
const keepsTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-keeps-typed]") !== null;

/** What happens in it and in the menus it opens is not the list of suggestions' business. */
const Apart = ({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) => (
  <Box
    {...(quiet && quietPart)}
    role="presentation"
    onClick={stop}
    onKeyDown={stop}
    onMouseDown={stop}
    sx={{ display: "inline-flex", "&:last-child": { ml: "auto" } }}
  >
    {children}
  </Box>
);
const stop = (event: SyntheticEvent) => event.stopPropagation();

/**
 * Values as chips with the one being typed behind them: Enter, leaving the field or a suggestion adds it, many come by pasting. Where
 * values have line breaks, Shift+Enter puts one in.
 */
export const ValuesField = (props: ValuesFieldProps) => {
  const { siever, values, onChange, whitelist } = props;
  const operators = operatorsOf(siever);
  const [first] = operators;
  const [typed, setTyped] = useState("");
  const [operator, setOperator] = useState(first);
  const [rejected, setRejected] = useState<string | undefined>();
  const [left, setLeft] = useLeft(props.name);
  /** Place of the value that is text again, and the value. */
  const [editing, setEditing] = useState<{ at: number; value: string } | null>(null);
  const input = useRef<HTMLInputElement | null>(null);
  const id = useId();
  const others = editing === null ? values : values.filter((value) => value !== editing.value);

  const add = (texts: readonly string[], how: Pick<Operator, "sign" | "part"> = operator) => {
    const added = addValues({
      siever,
      values: others,
      typed: texts,
      ...(editing === null && { operator: how }),
      whitelist,
      ...(editing === null ? {} : { at: editing.at }),
    });
    setRejected(rejectedText(added.rejected));
    setLeft(null);
    // One that is not taken stays to be mended; of many the rest is named in the message.
    if (added.rejected.length === 1 && texts.length === 1) {
      setTyped(asTyped(texts[0] ?? "", siever));
      return undefined;
    }
    setTyped("");
    setOperator(first);
    setEditing(null);
    if (added.values.length !== values.length || added.values.some((value, at) => value !== values[at]))
      onChange(added.values);
    return added.values;
  };
  /** What was added by leaving the field is text again. */
  const takeBack = ({ text, before }: Left) => {
    onChange(before);
    setLeft(null);
    setTyped(text);
    input.current?.focus();
  };
  const takeTyped = () => {
    if (typed.trim() !== "") {
      const added = add(splitTyped(typed, siever));
      if (added !== undefined && editing === null) setLeft({ text: typed, before: values, after: added });
      return;
    }
    setTyped("");
    setRejected(undefined);
    // Emptied: it was meant to go.
    if (editing !== null) {
      setEditing(null);
      onChange(others);
    }
  };
  const cancel = () => {
    setTyped("");
    setEditing(null);
    setOperator(first);
    setRejected(undefined);
  };
  const edit = (value: string) => {
    // Nothing is left of it that could be edited.
    if (isErased(value)) return;
    setEditing({ at: values.indexOf(value), value });
    setTyped(asTyped(value, siever));
    setOperator(first);
    setRejected(undefined);
    input.current?.focus();
  };
  /** Puts text where the caret is, as if it had been typed: the browser itself keeps what can be undone. */
  const insert = (text: string) => document.execCommand("insertText", false, text);
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/[\n\r\t]/u.test(text)) return;
    event.preventDefault();
    // Into a value that is being typed goes more of that value.
    if (takesLineBreaks(siever) && typed !== "") return void insert(oneLine(text.trim()).replaceAll("\t", " "));
    add(splitTyped(typed + text, siever));
  };
  const onKeyDown = (event: KeyboardEvent & { defaultMuiPrevented?: boolean | undefined }) => {
    if (event.key === "Enter" && event.shiftKey && takesLineBreaks(siever) && event.target === input.current) {
      event.defaultMuiPrevented = true;
      event.preventDefault();
      insert(breakSign);
    }
    if (event.key !== "Escape" || (typed === "" && editing === null)) return;
    event.defaultMuiPrevented = true;
    event.stopPropagation();
    cancel();
  };
  const chooseOperator = (chosen: Operator) => {
    if (chosen.whole) add([chosen.sign], { sign: "" });
    else setOperator(chosen);
    // After the menu has given the focus back to its button.
    setTimeout(() => input.current?.focus());
  };
  const shown = rejected ?? props.problem;
  const doubts = useMemo(() => doubtsOf(values, siever, props.found), [values, siever, props.found]);
  const figures = useMemo(
    () => new Map(props.found?.Values.map(({ Value, Orders }) => [Value, Orders ?? 0])),
    [props.found],
  );
  const offers = offersFor(
    props.suggestions.filter((word) => !others.includes(word)),
    typed,
  );
  const isWhole = props.found?.IsWhole ?? true;
  const offered = { orders: props.found?.OrdersRead ?? null, values: offers.length, isWhole };
  /** Nothing is asked yet, so nothing needs to say how it is compared. */
  const isQuiet = values.length === 0 && typed === "" && operator === first;
  const count = values.length >= nearlyFull ? `${values.length} of at most ${mostValues} values` : undefined;

  const field = (
    <Autocomplete
      multiple
      freeSolo
      disableClearable
      fullWidth
      id={id}
      disabled={props.disabled ?? false}
      options={[...props.suggestions]}
      filterOptions={() => offers}
      value={[...others]}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        // The field itself decides what becomes of the text when a value is taken.
        if (reason === "input" || reason === "clear") setTyped(text);
        if (reason === "input") setRejected(undefined);
      }}
      onChange={(_event, _values, reason, details) => {
        if (reason === "createOption" || reason === "selectOption")
          add(
            reason === "selectOption"
              ? [notOf(typed) + spelt(details?.option ?? "")]
              : splitTyped(whitelist === null ? typed : completed(typed, props.suggestions), siever),
          );
        if (reason === "removeOption") onChange(others.filter((value) => value !== details?.option));
      }}
      onKeyDown={onKeyDown}
      slots={{ paper: OffersPaper }}
      renderOption={({ key, ...option }, word) => (
        <OfferRow key={key} {...option} word={word} orders={figures.get(word) ?? 0} />
      )}
      renderValue={(chips, itemProps) =>
        chips.map((value, index) => {
          const { key, ...item } = itemProps({ index });
          return (
            <ValueChip
              key={`${key} ${value}`}
              {...item}
              value={value}
              siever={siever}
              moment={props.moment}
              isDoubtful={doubts.some((doubt) => doubt.value === value)}
              onClick={() => edit(value)}
            />
          );
        })
      }
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          error={shown !== undefined}
          helperText={shown ?? count}
          inputRef={input}
          placeholder={others.length === 0 ? (props.placeholder ?? "") : ""}
          slotProps={{
            formHelperText: { "aria-live": "polite" },
            inputLabel: slotProps.inputLabel,
            input: {
              ...slotProps.input,
              startAdornment: (
                <>
                  {slotProps.input.startAdornment}
                  <Apart quiet={isQuiet}>
                    <OperatorMenu
                      field={props.name}
                      operators={operators}
                      chosen={operator}
                      onChoose={chooseOperator}
                      disabled={props.disabled ?? false}
                    />
                  </Apart>
                </>
              ),
              endAdornment: props.extra && <Apart>{props.extra((text) => add([text]))}</Apart>,
            },
            htmlInput: {
              ...slotProps.htmlInput,
              "aria-labelledby": props.labelledBy,
              onPaste,
              onFocus: (event: FocusEvent<HTMLInputElement>) => {
                slotProps.htmlInput.onFocus?.(event);
                props.onFocus?.();
              },
              onBlur: (event: FocusEvent<HTMLInputElement>) => {
                slotProps.htmlInput.onBlur?.(event);
                if (!keepsTyped(event.relatedTarget)) takeTyped();
              },
            },
          }}
        />
      )}
      sx={{
        ...quietField,
        "& .MuiOutlinedInput-root": { maxHeight: 176, overflowY: "auto", columnGap: 0.5, rowGap: 0.5, px: 0.75 },
        "& .MuiOutlinedInput-root .MuiAutocomplete-input": {
          // Several lines are to be seen while they are typed: beneath the chips where there is no room beside them.
          minWidth: typed.includes(breakSign) ? 240 : 24,
          px: 0.5,
        },
        "& .MuiAutocomplete-tag": { m: 0.25 },
      }}
    />
  );
  const replace = (value: string, by: string) => {
    const at = values.indexOf(value);
    if (at !== -1) onChange(addValues({ siever, values: values.toSpliced(at, 1), typed: [by], at }).values);
    input.current?.focus();
  };
  return (
    <OfferedContext value={offered}>
      {field}
      {left !== null && standsStill(left, values) && <LeftNote text={left.text} onUndo={() => takeBack(left)} />}
      <TogetherNote siever={siever} values={values} moment={props.moment} />
      {doubts.length > 0 && (
        <DoubtsNote
          doubts={doubts}
          orders={props.found?.OrdersRead ?? 0}
          onReplace={({ value }, by) => replace(value, by)}
        />
      )}
    </OfferedContext>
  );
};
