import { useRef, useState } from "react";
import { isErased } from "#domain/filters/personal.ts";
import type { Siever } from "#domain/filters/sievers.ts";
import { addValues, asTyped, isKnown, rejectedText, splitTyped } from "./add-values.ts";
import { standsStill, useLeft } from "./left-note.tsx";
import { completed } from "./offers.ts";
import { type Operator, operatorsOf, takeApart, typedApart, withOperator } from "./operators.ts";
import { valueText } from "./value-words.ts";

type TypingOptions = {
  siever: Siever;
  /** Name of the field with its group. */
  name: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  suggestions: readonly string[];
  /** The only words that are allowed; null for any. */
  whitelist: readonly string[] | null;
};

/** A value that is text again: its place, how it is stored, and what stood in the field at first. */
type Editing = { at: number; value: string; typed: string; operator: Operator };

/**
 * Holds the text being typed into a field of values, and its operator. A value that stands can become text again. `others`: all values but that one.
 */
export const useTyping = ({ siever, name, values, onChange, suggestions, whitelist }: TypingOptions) => {
  const operators = operatorsOf(siever);
  const [first] = operators;
  const [typed, setTyped] = useState("");
  const [operator, setOperator] = useState(first);
  const [rejected, setRejected] = useState<string | undefined>();
  const [left, setLeft] = useLeft(name);
  const [editing, setEditing] = useState<Editing | null>(null);
  const input = useRef<HTMLInputElement | null>(null);
  const others = editing === null ? values : values.filter((value) => value !== editing.value);
  const isTyping = typed.trim() !== "" || editing !== null;
  const own = typedApart(typed, siever);

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
  /** Makes text again of what was added by leaving the field. */
  const takeBack = () => {
    if (left === null) return;
    onChange(left.before);
    setLeft(null);
    begin(left.text, left.operator);
    input.current?.focus();
  };
  /** Adds what is being typed. False when it was refused and stays. */
  const takeTyped = (): boolean => {
    if (isUnchanged) {
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
  /** Enter: what is typed, or the only allowed word that holds it. */
  const enter = () => {
    if (isUnchanged) endTyping();
    else add(splitTyped(whitelist === null ? typed : completed(typed, suggestions), siever));
  };
  const type = (text: string) => {
    setTyped(text);
    setRejected(undefined);
    // An operator that is out of sight must not hold for the next value.
    if (text.trim() === "" && editing === null) setOperator(first);
  };
  return {
    input,
    operators,
    typed,
    /** The operator of what is typed. A sign that is typed counts more than the menu. */
    operator: own?.operator ?? operator,
    editing,
    isTyping,
    others,
    rejected,
    left: left !== null && standsStill(left, values) ? left : null,
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
