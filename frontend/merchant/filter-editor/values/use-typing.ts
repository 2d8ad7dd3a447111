import { useRef, useState } from "react";
import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import { isErased } from "#domain/filters/personal.ts";
import type { Siever } from "#domain/filters/sievers.ts";
import { useAutoAdded } from "../auto-added-note.tsx";
import { completeTyped } from "../matching-suggestions.ts";
import { addValues, isKnown, rejectedText, splitTyped, toEditableText } from "./add-values.ts";
import { formatValueInline } from "./describe-value.ts";
import { getOperators, type Operator, splitTypedValue, splitValue, withOperator } from "./operators.ts";

type TypingOptions = {
  siever: Siever;
  /** The field's name with its group. */
  name: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  suggestions: readonly string[];
  /** The only allowed words; null for any. */
  whitelist: readonly string[] | null;
};

/** A value that became text again: its index, its stored form, and its initial text and operator. */
type Editing = { at: number; value: string; typed: string; operator: Operator };

/**
 * The text being typed into a field of values, and its operator. A value can become text again. `others`: all values
 * except that one.
 */
export const useTyping = ({ siever, name, values, onChange, suggestions, whitelist }: TypingOptions) => {
  const operators = getOperators(siever);
  const [first] = operators;
  const [typed, setTyped] = useState("");
  const [operator, setOperator] = useState(first);
  const [rejected, setRejected] = useState<string | undefined>();
  const [autoAdded, setLeft] = useAutoAdded(name);
  const [editing, setEditing] = useState<Editing | null>(null);
  const input = useRef<HTMLInputElement | null>(null);
  const others = editing === null ? values : values.filter((value) => value !== editing.value);
  const isTyping = typed.trim() !== "" || editing !== null;
  const own = splitTypedValue(typed, siever);

  const isUnchanged = editing !== null && typed === editing.typed && operator === editing.operator;

  const begin = (text: string, how: Operator) => {
    setTyped(text);
    setOperator(how);
    setRejected(undefined);
  };
  const endTyping = () => {
    begin("", first);
    setEditing(null);
  };
  // Waits until a closing menu has returned the focus.
  const focusInput = () => setTimeout(() => input.current?.focus());

  /** Adds texts with the chosen operator. Undefined if a single text was refused. */
  const add = (texts: readonly string[]): readonly string[] | undefined => {
    const at = editing?.at ?? others.length;
    const added = addValues({ siever, values: others, typedTexts: texts, operator, whitelist, insertIndex: at });
    setLeft(null);
    // A single refused text stays for correction. For several texts, the message names the refused ones.
    const isRefused = added.rejected.length === 1 && texts.length === 1;
    if (isRefused) setTyped(toEditableText(texts[0] ?? "", siever));
    else endTyping();
    setRejected(rejectedText(added.rejected));
    if (isRefused) return undefined;
    if (!isJsonEqual(added.values, values)) onChange(added.values);
    return added.values;
  };
  /** Changes a value's operator in the list. False if the result is already there. */
  const replace = (value: string, changed: string): boolean => {
    const at = values.indexOf(value);
    if (at === -1 || isKnown(changed, values.toSpliced(at, 1), siever)) return false;
    onChange(values.with(at, changed));
    return true;
  };
  /** Undoes adding by leaving the field: the value becomes text again. */
  const takeBack = () => {
    if (autoAdded === null) return;
    onChange(autoAdded.before);
    setLeft(null);
    begin(autoAdded.text, autoAdded.operator);
    input.current?.focus();
  };
  /** Adds the typed text. False if it was refused and stays. */
  const takeTyped = (): boolean => {
    if (isUnchanged) {
      endTyping();
    } else if (typed.trim() !== "") {
      const added = add(splitTyped(typed, siever));
      if (added === undefined) return false;
      if (editing === null) setLeft({ text: typed, operator, before: values, after: added });
    } else if (editing !== null || typed !== "") {
      endTyping();
      // An emptied value is removed. One without a text stays unchanged.
      if (editing !== null && editing.typed !== "") onChange(others);
    }
    return true;
  };
  const edit = (value: string, how?: Operator) => {
    // An erased value has no text to edit.
    if (isErased(value) || !takeTyped()) return;
    const apart = splitValue(value, siever);
    // A text that starts like a sign keeps its full spelling.
    const text =
      apart && splitTypedValue(apart.text, siever) === undefined ? apart.text : toEditableText(value, siever);
    const before = apart?.operator ?? first;
    setEditing({ at: values.indexOf(value), value, typed: before.whole ? "" : text, operator: before });
    begin(before.whole ? "" : text, how ?? before);
    focusInput();
  };
  const remove = (value: string) => {
    onChange(values.filter((one) => one !== value));
    focusInput();
  };
  const changeOperator = (value: string, chosen: Operator) => {
    const changed = withOperator(value, chosen, siever);
    // From 'is empty' to 'is', the value needs a text first.
    if (changed === undefined && splitValue(value, siever)?.operator.whole) return edit(value, chosen);
    if (changed === undefined)
      return setRejected(
        `“${formatValueInline(value, siever)}” doesn't work with this comparison. Choose another one, or remove the value.`,
      );
    setRejected(
      replace(value, changed)
        ? undefined
        : `“${formatValueInline(changed, siever)}” is already in the list, so the comparison wasn't changed.`,
    );
  };
  /** Chooses the operator of the typed text. If that is an edited value, it is saved at once. */
  const chooseOperator = (chosen: Operator) => {
    focusInput();
    if (chosen.whole) return void add([chosen.sign]);
    begin(own?.text ?? typed, chosen);
    if (editing === null) return undefined;
    const changed = withOperator(editing.value, chosen, siever);
    if (changed !== undefined && replace(editing.value, changed))
      setEditing({ ...editing, value: changed, typed: splitValue(changed, siever)?.text ?? "", operator: chosen });
  };
  /** Adds the typed text, or the only allowed word that contains it. */
  const enter = () => {
    if (isUnchanged) endTyping();
    else add(splitTyped(whitelist === null ? typed : completeTyped(typed, suggestions), siever));
  };
  const type = (text: string) => {
    setTyped(text);
    setRejected(undefined);
    // A hidden operator must not apply to the next value.
    if (text.trim() === "" && editing === null) setOperator(first);
  };
  return {
    input,
    operators,
    typed,
    /** The typed text's operator. A typed sign overrides the menu. */
    operator: own?.operator ?? operator,
    editing,
    isTyping,
    others,
    rejected,
    /** The added text that can be taken back; null once the values changed again. */
    left: autoAdded !== null && isJsonEqual(autoAdded.after, values) ? autoAdded : null,
    type,
    enter,
    add,
    takeTyped,
    takeBack,
    endTyping,
    edit,
    remove,
    changeOperator,
    chooseOperator,
  };
};
