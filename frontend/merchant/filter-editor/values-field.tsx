import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
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
import { addValues, asTyped, isKnown, nearlyFull, rejectedText, splitTyped } from "./add-values.ts";
import { Apart } from "./apart.tsx";
import { doubtsOf } from "./doubts.ts";
import { DoubtsNote } from "./doubts-note.tsx";
import { type Left, LeftNote, standsStill, useLeft } from "./left-note.tsx";
import { OfferedContext, OfferRow, OffersPaper } from "./offer-row.tsx";
import { completed, notOf, offersFor } from "./offers.ts";
import { OperatorMenu } from "./operator-menu.tsx";
import { type Operator, operatorsOf, takeApart, typedApart, withOperator } from "./operators.ts";
import { TogetherNote } from "./together-note.tsx";
import { ValueChip } from "./value-chip.tsx";
import { focusLastPart, focusNextPart } from "./value-parts.ts";
import { valueText } from "./value-words.ts";

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

/** A value that is text again: its place, how it is stored, and what stood in the field at first. */
type Editing = { at: number; value: string; typed: string; operator: Operator };

/**
 * Values as chips with the one being typed behind them: Enter, leaving the field or a suggestion adds it, many come by pasting. Where
 * values have line breaks, Shift+Enter puts one in. Each value shows its own operator, and so does the text being typed.
 */
export const ValuesField = (props: ValuesFieldProps) => {
  const { siever, values, onChange, whitelist } = props;
  const operators = operatorsOf(siever);
  const [first] = operators;
  const [typed, setTyped] = useState("");
  const [operator, setOperator] = useState(first);
  const [rejected, setRejected] = useState<string | undefined>();
  const [left, setLeft] = useLeft(props.name);
  const [editing, setEditing] = useState<Editing | null>(null);
  const input = useRef<HTMLInputElement | null>(null);
  const root = useRef<HTMLDivElement | null>(null);
  const id = useId();
  const others = editing === null ? values : values.filter((value) => value !== editing.value);
  const isTyping = typed.trim() !== "" || editing !== null;
  /** A sign that is typed counts more than the menu, so the menu shows it. */
  const own = typedApart(typed, siever);

  const begin = (text: string, how: Operator) => {
    setTyped(text);
    setOperator(how);
    setRejected(undefined);
  };
  const endTyping = () => {
    begin("", first);
    setEditing(null);
  };
  // After a menu has given the focus back.
  const focusInput = () => setTimeout(() => input.current?.focus());

  const add = (texts: readonly string[], how: Pick<Operator, "sign" | "part"> = operator) => {
    const added = addValues({
      siever,
      values: others,
      typed: texts,
      operator: how,
      whitelist,
      ...(editing === null ? {} : { at: editing.at }),
    });
    setLeft(null);
    // One that is not taken stays to be mended; of many the rest is named in the message.
    const isRefused = added.rejected.length === 1 && texts.length === 1;
    if (isRefused) setTyped(asTyped(texts[0] ?? "", siever));
    else endTyping();
    setRejected(rejectedText(added.rejected));
    if (isRefused) return undefined;
    if (added.values.length !== values.length || added.values.some((value, at) => value !== values[at]))
      onChange(added.values);
    return added.values;
  };
  /** What was added by leaving the field is text again. */
  const takeBack = ({ text, operator: its, before }: Left) => {
    onChange(before);
    setLeft(null);
    begin(text, its);
    input.current?.focus();
  };
  /** Adds what is being typed. False when it was refused and stays. */
  const takeTyped = (): boolean => {
    if (editing !== null && typed === editing.typed && operator === editing.operator) {
      endTyping();
    } else if (typed.trim() !== "") {
      const added = add(splitTyped(typed, siever));
      if (added === undefined) return false;
      if (editing === null) setLeft({ text: typed, operator, before: values, after: added });
    } else if (isTyping || typed !== "") {
      endTyping();
      // Emptied: it was meant to go. A value that had no text stays as it was.
      if (editing !== null && editing.typed !== "") onChange(others);
    }
    return true;
  };
  const edit = (value: string, how?: Operator) => {
    // Nothing is left of it that could be edited.
    if (isErased(value) || !takeTyped()) return;
    const apart = takeApart(value, siever);
    // A text that would be read as a sign keeps the whole spelling.
    const text = apart && typedApart(apart.text, siever) === undefined ? apart.text : asTyped(value, siever);
    const its = apart?.operator ?? first;
    setEditing({ at: values.indexOf(value), value, typed: its.whole ? "" : text, operator: its });
    begin(its.whole ? "" : text, how ?? its);
    focusInput();
  };
  const remove = (value: string) => {
    onChange(values.filter((one) => one !== value));
    focusInput();
  };
  /** Changes the operator of a value that stands. */
  const changeOperator = (value: string, chosen: Operator) => {
    const changed = withOperator(value, chosen, siever);
    // From 'is empty' to 'is': there is no text yet.
    if (changed === undefined && takeApart(value, siever)?.operator.whole) return edit(value, chosen);
    if (changed === undefined)
      return setRejected(`“${valueText(value, siever)}” can't be compared that way. Choose another way, or remove it.`);
    const at = values.indexOf(value);
    if (isKnown(changed, values.toSpliced(at, 1), siever))
      return setRejected(`“${valueText(changed, siever)}” is there already. The operator stays as it was.`);
    setRejected(undefined);
    onChange(values.with(at, changed));
  };
  /** Chooses the operator of what is being typed. Of a value that stands it is saved at once. */
  const chooseOperator = (chosen: Operator) => {
    focusInput();
    if (chosen.whole) return void add([chosen.sign], { sign: "" });
    begin(own?.text ?? typed, chosen);
    const changed = editing && withOperator(editing.value, chosen, siever);
    const at = editing === null ? -1 : values.indexOf(editing.value);
    if (editing === null || at === -1 || changed == null || isKnown(changed, others, siever)) return undefined;
    setEditing({ ...editing, value: changed, typed: takeApart(changed, siever)?.text ?? "", operator: chosen });
    onChange(values.with(at, changed));
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
    const isInInput = event.target === input.current;
    if (event.key === "Enter" && event.shiftKey && takesLineBreaks(siever) && isInInput) {
      event.defaultMuiPrevented = true;
      event.preventDefault();
      insert(breakSign);
    }
    const isAtStart = isInInput && input.current?.selectionEnd === 0;
    if (event.key === "ArrowLeft" && isAtStart && root.current !== null) {
      event.defaultMuiPrevented = true;
      if (focusLastPart(root.current)) event.preventDefault();
    }
    // The value being edited is empty; the next one is not meant.
    if (event.key === "Backspace" && isAtStart && editing !== null) event.defaultMuiPrevented = true;
    if (event.key !== "Escape" || (typed === "" && editing === null)) return;
    event.defaultMuiPrevented = true;
    event.stopPropagation();
    endTyping();
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
  /** What needs no text is offered like a value. */
  const wholes = isTyping ? [] : operators.filter(({ sign, whole }) => whole && !values.includes(sign));
  const offered = { orders: props.found?.OrdersRead ?? null, values: offers.length, isWhole };
  const count = values.length >= nearlyFull ? `${values.length} of at most ${mostValues} values` : undefined;

  const field = (
    <Autocomplete<string | Operator, true, true, true>
      ref={root}
      multiple
      freeSolo
      disableClearable
      fullWidth
      id={id}
      disabled={props.disabled ?? false}
      options={[...props.suggestions, ...wholes]}
      filterOptions={() => [...offers, ...wholes]}
      getOptionLabel={(option) => (typeof option === "string" ? option : option.label)}
      value={[...others]}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        // The field itself decides what becomes of the text when a value is taken.
        if (reason === "input" || reason === "clear") setTyped(text);
        if (reason !== "input") return;
        setRejected(undefined);
        // An operator that is out of sight must not hold for the next value.
        if (text.trim() === "" && editing === null) setOperator(first);
      }}
      onChange={(_event, _values, reason, details) => {
        const option = details?.option ?? "";
        if (reason === "selectOption" && typeof option !== "string") add([option.sign], { sign: "" });
        else if (reason === "selectOption") add([notOf(typed) + spelt(String(option))]);
        if (reason === "createOption")
          add(splitTyped(whitelist === null ? typed : completed(typed, props.suggestions), siever));
        if (reason === "removeOption") onChange(values.filter((value) => value !== option));
      }}
      onBlur={({ target, relatedTarget }) => {
        const isWithin = (node: EventTarget | null) => node instanceof Node && root.current?.contains(node);
        if (isWithin(target) && !isWithin(relatedTarget) && !keepsTyped(relatedTarget)) takeTyped();
      }}
      onKeyDown={onKeyDown}
      slots={{ paper: OffersPaper }}
      renderOption={({ key, ...props }, option) => {
        const word = typeof option === "string" ? option : option.label;
        const isWord = typeof option === "string";
        return <OfferRow key={key} {...props} word={word} orders={isWord ? (figures.get(word) ?? 0) : null} />;
      }}
      renderValue={(chips, itemProps) =>
        chips.map((chip, index) => {
          const value = String(chip);
          const { key, className, disabled } = itemProps({ index });
          return (
            <ValueChip
              // MUI's key is its place, so the focus stays when the operator changes.
              key={key}
              className={className}
              disabled={disabled}
              value={value}
              siever={siever}
              field={props.name}
              moment={props.moment}
              isDoubtful={doubts.some((doubt) => doubt.value === value)}
              onEdit={() => edit(value)}
              onOperator={(chosen) => changeOperator(value, chosen)}
              onRemove={() => remove(value)}
              onArrow={(from, step) => {
                if (root.current && !focusNextPart(root.current, from, step) && step === 1) input.current?.focus();
              }}
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
                  {isTyping && (
                    <Apart>
                      <OperatorMenu
                        label={props.name}
                        operators={operators}
                        chosen={own?.operator ?? operator}
                        onChoose={chooseOperator}
                        disabled={props.disabled ?? false}
                      />
                    </Apart>
                  )}
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
            },
          }}
        />
      )}
      sx={{
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
      {left !== null && standsStill(left, values) && <LeftNote left={left} onUndo={() => takeBack(left)} />}
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
