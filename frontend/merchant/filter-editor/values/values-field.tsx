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
} from "react";
import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { mostValues, type Siever, takesLineBreaks } from "#domain/filters/sievers.ts";
import { spelt } from "#domain/filters/stars.ts";
import { breakSign, oneLine } from "#domain/text/one-line.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";
import { doubtsOf } from "../doubts.ts";
import { DoubtsNote } from "../doubts-note.tsx";
import { EventBoundary } from "../event-boundary.tsx";
import { LeftNote } from "../left-note.tsx";
import { OfferedContext, OfferRow, OffersPaper } from "../offer-row.tsx";
import { notOf, offersFor } from "../offers.ts";
import { TogetherNote } from "../together-note.tsx";
import { addValues, nearlyFull, splitTyped } from "./add-values.ts";
import { OperatorMenu } from "./operator-menu.tsx";
import type { Operator } from "./operators.ts";
import { useTyping } from "./use-typing.ts";
import { ValueChip } from "./value-chip.tsx";
import { focusLastPart, focusNextPart } from "./value-parts.ts";

type ValuesFieldProps = {
  siever: Siever;
  /** Name of the field with its group, for screen readers. */
  name: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** Message of the server about the values. */
  problem: string | undefined;
  suggestions: readonly string[];
  /** Source of the suggestions, once it is known. */
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

/** Tells if the focus goes to a part of the value being typed, such as the menu of operators. */
const keepsTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-keeps-typed]") !== null;

/**
 * Values as chips with the one being typed behind them: Enter, leaving the field or a suggestion adds it, many come by pasting. Where
 * values have line breaks, Shift+Enter puts one in. Each value shows its own operator, and so does the text being typed.
 */
export const ValuesField = (props: ValuesFieldProps) => {
  const { siever, values, onChange } = props;
  const typing = useTyping(props);
  const { typed, editing, isTyping, others, add } = typing;
  const root = useRef<HTMLDivElement | null>(null);
  const id = useId();
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
    const isInInput = event.target === typing.input.current;
    if (event.key === "Enter" && event.shiftKey && takesLineBreaks(siever) && isInInput) {
      event.defaultMuiPrevented = true;
      event.preventDefault();
      insert(breakSign);
    }
    const isAtStart = isInInput && typing.input.current?.selectionEnd === 0;
    if (event.key === "ArrowLeft" && isAtStart && root.current !== null) {
      event.defaultMuiPrevented = true;
      if (focusLastPart(root.current)) event.preventDefault();
    }
    // Backspace in an emptied value must not remove the one before it.
    if (event.key === "Backspace" && isAtStart && editing !== null) event.defaultMuiPrevented = true;
    if (event.key !== "Escape" || (typed === "" && editing === null)) return;
    event.defaultMuiPrevented = true;
    event.stopPropagation();
    typing.endTyping();
  };
  const shown = typing.rejected ?? props.problem;
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
  /** Operators without a text are offered like values. */
  const wholes = isTyping ? [] : typing.operators.filter(({ sign, whole }) => whole && !values.includes(sign));
  const offered = { orders: props.found?.OrdersRead ?? null, values: offers.length, isWhole };
  const count = values.length >= nearlyFull ? `${values.length} of at most ${mostValues} values` : undefined;

  const autocomplete = (
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
        if (reason === "input" || reason === "clear") typing.type(text);
      }}
      onChange={(_event, _values, reason, details) => {
        const option = details?.option ?? "";
        if (reason === "selectOption" && typeof option !== "string") add([option.sign]);
        else if (reason === "selectOption") add([notOf(typed) + spelt(String(option))]);
        if (reason === "createOption") typing.enter();
        if (reason === "removeOption") onChange(values.filter((value) => value !== option));
      }}
      onBlur={({ target, relatedTarget }) => {
        const isWithin = (node: EventTarget | null) => node instanceof Node && root.current?.contains(node);
        if (isWithin(target) && !isWithin(relatedTarget) && !keepsTyped(relatedTarget)) typing.takeTyped();
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
              // MUI's key is the value's place, so the focus stays when the operator changes.
              key={key}
              className={className}
              disabled={disabled}
              value={value}
              siever={siever}
              field={props.name}
              moment={props.moment}
              isDoubtful={doubts.some((doubt) => doubt.value === value)}
              onEdit={() => typing.edit(value)}
              onOperator={(chosen) => typing.changeOperator(value, chosen)}
              onRemove={() => typing.remove(value)}
              onArrow={(from, step) => {
                if (root.current && !focusNextPart(root.current, from, step) && step === 1)
                  typing.input.current?.focus();
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
          inputRef={typing.input}
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
                    <EventBoundary>
                      <OperatorMenu
                        label={props.name}
                        operators={typing.operators}
                        chosen={typing.operator}
                        onChoose={typing.chooseOperator}
                        disabled={props.disabled ?? false}
                      />
                    </EventBoundary>
                  )}
                </>
              ),
              endAdornment: props.extra && <EventBoundary>{props.extra((text) => add([text]))}</EventBoundary>,
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
    typing.input.current?.focus();
  };
  return (
    <OfferedContext value={offered}>
      {autocomplete}
      {typing.left && <LeftNote left={typing.left} onUndo={typing.takeBack} />}
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
