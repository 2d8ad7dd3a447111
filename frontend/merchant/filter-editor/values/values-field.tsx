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
import { allowsLineBreaks, maxValues, type Siever } from "#domain/filters/sievers.ts";
import { escapeText } from "#domain/filters/wildcards.ts";
import { breakSign, toOneLine } from "#domain/text/to-one-line.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";
import { AutoAddedNote } from "../auto-added-note.tsx";
import { CombinedValuesNote } from "../combined-values-note.tsx";
import { EventBoundary } from "../event-boundary.tsx";
import { findMatchingSuggestions, parseNegation } from "../matching-suggestions.ts";
import { SuggestionRow, SuggestionStatsContext, SuggestionsPaper } from "../suggestion-row.tsx";
import { findSuspectValues } from "../suspect-values.ts";
import { SuspectValuesNote } from "../suspect-values-note.tsx";
import { addValues, nearlyFull, splitTyped } from "./add-values.ts";
import { OperatorMenu } from "./operator-menu.tsx";
import type { Operator } from "./operators.ts";
import { useTyping } from "./use-typing.ts";
import { ValueChip } from "./value-chip.tsx";
import { focusLastPart, focusNextPart } from "./value-parts.ts";

type ValuesFieldProps = {
  siever: Siever;
  /** The field's name with its group, for screen readers. */
  name: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** The server's message about the values. */
  problem: string | undefined;
  suggestions: readonly string[];
  /** The origin of the suggestions, once known. */
  found?: Suggestions | undefined;
  /** The only allowed words; null for any. */
  whitelist: readonly string[] | null;
  placeholder?: string | undefined;
  disabled?: boolean;
  /** The current day for `date(…)`. */
  moment: FilterMoment;
  onFocus?: () => void;
  /** Another way to enter a value, shown beside the text; receives the function that adds one. */
  extra?: ((add: (text: string) => void) => ReactNode) | undefined;
  labelledBy: string;
};

/** True if the focus goes to a part of the typed value, such as the operator menu. */
const keepsTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-keeps-typed]") !== null;

/**
 * Values as chips, followed by the one being typed. Enter, leaving the field or a suggestion adds it; pasting adds
 * several. In fields with multi-line values Shift+Enter inserts a break. Every value shows its operator.
 */
export const ValuesField = (props: ValuesFieldProps) => {
  const { siever, values, onChange } = props;
  const typing = useTyping(props);
  const { typed, editing, isTyping, others, add } = typing;
  const root = useRef<HTMLDivElement | null>(null);
  const id = useId();
  /** Inserts text at the caret as if typed, so the browser's undo works. */
  const insert = (text: string) => document.execCommand("insertText", false, text);
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/[\n\r\t]/u.test(text)) return;
    event.preventDefault();
    // Pasting into a typed value extends that value.
    if (allowsLineBreaks(siever) && typed !== "") return void insert(toOneLine(text.trim()).replaceAll("\t", " "));
    add(splitTyped(typed + text, siever));
  };
  const onKeyDown = (event: KeyboardEvent & { defaultMuiPrevented?: boolean | undefined }) => {
    const isInInput = event.target === typing.input.current;
    if (event.key === "Enter" && event.shiftKey && allowsLineBreaks(siever) && isInInput) {
      event.defaultMuiPrevented = true;
      event.preventDefault();
      insert(breakSign);
    }
    const isAtStart = isInInput && typing.input.current?.selectionEnd === 0;
    if (event.key === "ArrowLeft" && isAtStart && root.current !== null) {
      event.defaultMuiPrevented = true;
      if (focusLastPart(root.current)) event.preventDefault();
    }
    // Backspace in an emptied value must not remove the previous one.
    if (event.key === "Backspace" && isAtStart && editing !== null) event.defaultMuiPrevented = true;
    if (event.key !== "Escape" || (typed === "" && editing === null)) return;
    event.defaultMuiPrevented = true;
    event.stopPropagation();
    typing.endTyping();
  };
  const visibleProblem = typing.rejected ?? props.problem;
  const doubts = useMemo(() => findSuspectValues(values, siever, props.found), [values, siever, props.found]);
  const figures = useMemo(
    () => new Map(props.found?.Values.map(({ Value, Orders }) => [Value, Orders ?? 0])),
    [props.found],
  );
  const offers = findMatchingSuggestions(
    props.suggestions.filter((word) => !others.includes(word)),
    typed,
  );
  const isWhole = props.found?.IsWhole ?? true;
  /** Operators without a text are suggested like values. */
  const wholes = isTyping ? [] : typing.operators.filter(({ sign, whole }) => whole && !values.includes(sign));
  const offered = { orders: props.found?.OrdersRead ?? null, values: offers.length, isWhole };
  const count = values.length >= nearlyFull ? `${values.length} of at most ${maxValues} values` : undefined;

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
        // The field itself manages the text when a value is taken.
        if (reason === "input" || reason === "clear") typing.type(text);
      }}
      onChange={(_event, _values, reason, details) => {
        const option = details?.option ?? "";
        if (reason === "selectOption" && typeof option !== "string") add([option.sign]);
        else if (reason === "selectOption") add([parseNegation(typed) + escapeText(String(option))]);
        if (reason === "createOption") typing.enter();
        if (reason === "removeOption") onChange(values.filter((value) => value !== option));
      }}
      onBlur={({ target, relatedTarget }) => {
        const isWithin = (node: EventTarget | null) => node instanceof Node && root.current?.contains(node);
        if (isWithin(target) && !isWithin(relatedTarget) && !keepsTyped(relatedTarget)) typing.takeTyped();
      }}
      onKeyDown={onKeyDown}
      slots={{ paper: SuggestionsPaper }}
      renderOption={({ key, ...props }, option) => {
        const word = typeof option === "string" ? option : option.label;
        const isWord = typeof option === "string";
        return <SuggestionRow key={key} {...props} word={word} orders={isWord ? (figures.get(word) ?? 0) : null} />;
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
          error={visibleProblem !== undefined}
          helperText={visibleProblem ?? count}
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
          // Keeps several typed lines visible.
          minWidth: typed.includes(breakSign) ? 240 : 24,
          px: 0.5,
        },
        "& .MuiAutocomplete-tag": { m: 0.25 },
      }}
    />
  );
  const replace = (value: string, by: string) => {
    const valueIndex = values.indexOf(value);
    if (valueIndex !== -1)
      onChange(
        addValues({ siever, values: values.toSpliced(valueIndex, 1), typedTexts: [by], insertIndex: valueIndex })
          .values,
      );
    typing.input.current?.focus();
  };
  return (
    <SuggestionStatsContext value={offered}>
      {autocomplete}
      {typing.left && <AutoAddedNote left={typing.left} onUndo={typing.takeBack} />}
      <CombinedValuesNote siever={siever} values={values} moment={props.moment} />
      {doubts.length > 0 && (
        <SuspectValuesNote
          doubts={doubts}
          orders={props.found?.OrdersRead ?? 0}
          onReplace={({ value }, by) => replace(value, by)}
        />
      )}
    </SuggestionStatsContext>
  );
};
