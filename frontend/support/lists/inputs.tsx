import { DateInput, SelectInput, useGetOne, useInput } from "react-admin";
import type { ConsoleAgent, ConsoleShop } from "#domain/wire/support/console.ts";
import { AgentChooser, ShopChooser } from "./chooser.tsx";

/** Shown while nothing is chosen. */
const all = "All";

/** `source`: the filter, whose value is an id. */
type ChoiceProps = { source: string; label: string; alwaysOn?: boolean };

/** Returns the chosen object, even while its name is unknown. */
const useChosen = <Thing extends { id: string }>(resource: string, id: string, asId: (id: string) => Thing) => {
  const { data } = useGetOne<Thing>(resource, { id }, { enabled: id !== "" });
  if (id === "") return null;
  return data?.id === id ? data : asId(id);
};

const ShopInput = ({ source, label }: ChoiceProps) => {
  const { field } = useInput<string>({ source });
  const shop = useChosen<ConsoleShop>("shops", field.value ?? "", (id) => ({ id, shop: id }) as ConsoleShop);
  return (
    <ShopChooser label={label} placeholder={all} value={shop} onChoose={(chosen) => field.onChange(chosen?.id ?? "")} />
  );
};

const AgentInput = ({ source, label }: ChoiceProps) => {
  const { field } = useInput<string>({ source });
  const agent = useChosen<ConsoleAgent>("agents", field.value ?? "", (id) => ({ id, name: id }));
  return (
    <AgentChooser
      label={label}
      placeholder={all}
      value={agent}
      onChoose={(chosen) => field.onChange(chosen?.id ?? "")}
    />
  );
};

export const shopInput = <ShopInput key="tenant" source="tenant" label="Shop" />;
export const agentInput = (alwaysOn = false) => (
  <AgentInput key="agent" source="agent" label="Agent" alwaysOn={alwaysOn} />
);
export const sinceInput = <DateInput key="since" source="since" label="Since (UTC)" />;
export const beforeInput = <DateInput key="before" source="before" label="Before (UTC)" />;

/** A choice among objects, shown by default. Without a choice all are listed. */
export const selectInput = (
  source: string,
  label: string,
  choices: readonly { id: string; name: string }[],
  alwaysOn = true,
) => (
  <SelectInput
    key={source}
    source={source}
    label={label}
    alwaysOn={alwaysOn}
    choices={[...choices]}
    emptyText={all}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  />
);

export const choiceInput = (source: string, label: string, words: readonly string[], alwaysOn = false) =>
  selectInput(
    source,
    label,
    words.map((word) => ({ id: word, name: word.charAt(0).toUpperCase() + word.slice(1) })),
    alwaysOn,
  );
