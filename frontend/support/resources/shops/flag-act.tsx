import Typography from "@mui/material/Typography";
import type { ConsoleShopChangeable } from "#domain/wire/support/console.ts";
import type { Act, ActValues } from "../../acts/act.ts";
import { ChoiceField } from "../../acts/fields.tsx";
import { performAction } from "../../calls.ts";
import type { Changeable } from "./tier-act.tsx";

const words = { on: true, off: false, setting: null } as const;
type Word = keyof typeof words;
const names: Readonly<Record<Word, string>> = {
  on: "On, whatever the settings say",
  off: "Off, whatever the settings say",
  setting: "As the settings say",
};

const Fields = ({
  flags,
  values,
  change,
}: {
  flags: ConsoleShopChangeable["flags"];
  values: ActValues;
  change: (changed: ActValues) => void;
}) => {
  const now = flags.find(({ flag }) => flag === values.flag);
  return (
    <>
      <ChoiceField
        label="Flag"
        unchosen="Choose a flag"
        value={String(values.flag)}
        isFirst
        choices={flags.map(({ flag, on }) => ({ id: flag, name: `${flag} (${on ? "on" : "off"} now)` }))}
        onChange={(flag) => change({ flag, word: "" })}
      />
      {now !== undefined && (
        <Typography color="textSecondary">
          It is {now.on ? "on" : "off"} now, {now.said === null ? "by the settings" : "by support"}.
        </Typography>
      )}
      <ChoiceField
        label="From now on"
        unchosen="Choose what it is"
        value={String(values.word)}
        choices={(Object.keys(words) as Word[])
          .filter((id) => now === undefined || words[id] !== now.said)
          .map((id) => ({ id, name: names[id] }))}
        onChange={(word) => change({ word })}
      />
    </>
  );
};

/** Sets or clears a shop's flag, overriding the settings, or removes the override. */
export const flagAct = ({ id, shop, changeable: { flags } }: Changeable): Act => ({
  name: "Change flag",
  title: `Change a feature flag of ${shop}?`,
  needs: "admin",
  text: "It applies at once, and overrides the setting SHOP_FLAGS. What the merchant has already made stays.",
  undo: "You can undo this by changing the flag back, or by leaving it to the settings.",
  successMessage: "The flag was changed.",
  start: { flag: "", word: "" },
  fields: (values, change) => <Fields flags={flags} values={values} change={change} />,
  missing: ({ flag, word }) => {
    if (flag === "") return "Choose the flag to change.";
    return word === "" ? "Choose what the flag is from now on." : null;
  },
  send: (asked, values) => {
    const seen = flags.find(({ flag }) => flag === values.flag)?.said ?? null;
    return performAction("shops", id, "change-flag", {
      ...asked,
      flag: values.flag,
      seen,
      value: words[values.word as Word],
    });
  },
});
