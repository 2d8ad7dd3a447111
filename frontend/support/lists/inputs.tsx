import { DateInput, SelectInput, TextInput } from "react-admin";

/** Filters that several lists have. */
export const shopIdInput = <TextInput key="tenant" source="tenant" label="Shop id" />;
export const sinceInput = <DateInput key="since" source="since" label="Since (UTC)" />;
export const beforeInput = <DateInput key="before" source="before" label="Before (UTC)" />;

/** One of some things, always shown. */
export const choiceInput = (source: string, label: string, choices: readonly { id: string; name: string }[]) => (
  <SelectInput key={source} source={source} label={label} alwaysOn choices={[...choices]} />
);

/** One of some words. */
export const wordInput = (source: string, label: string, words: readonly string[], alwaysOn = false) => (
  <SelectInput
    key={source}
    source={source}
    label={label}
    alwaysOn={alwaysOn}
    choices={words.map((word) => ({ id: word, name: word.charAt(0).toUpperCase() + word.slice(1) }))}
  />
);
