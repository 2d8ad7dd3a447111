import Typography from "@mui/material/Typography";
import type { ConsoleShopChangeable } from "#domain/wire/console.ts";
import type { Act, ActValues } from "../acts/act.ts";
import { ChoiceField } from "../acts/fields.tsx";
import { actOn } from "../calls.ts";
import type { Changeable } from "./tier-act.tsx";

const words = { on: true, off: false, setting: null } as const;
type Word = keyof typeof words;
const names: Readonly<Record<Word, string>> = { on: "On", off: "Off", setting: "As the settings say" };

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
        value={String(values.flag)}
        isFirst
        choices={flags.map(({ flag }) => ({ id: flag, name: flag }))}
        onChange={(flag) => change({ flag })}
      />
      {now !== undefined && (
        <Typography color="textSecondary">
          It is {now.on ? "on" : "off"} now, {now.said === null ? "by the settings" : "by support"}.
        </Typography>
      )}
      <ChoiceField
        label="From now on"
        value={String(values.word)}
        choices={(Object.keys(words) as Word[]).map((id) => ({ id, name: names[id] }))}
        onChange={(word) => change({ word })}
      />
    </>
  );
};

/** Gives a shop a flag or takes it away, whatever the settings say, or leaves it to them again. */
export const flagAct = ({ id, changeable: { flags } }: Changeable): Act => ({
  name: "Change flag",
  title: "Change a feature flag?",
  needs: "admin",
  text: "It counts at once, and is stronger than the setting SHOP_FLAGS. What the merchant has made already stays.",
  undo: "You can undo this by changing the flag back, or by leaving it to the settings.",
  done: "The flag was changed.",
  start: { flag: flags[0]?.flag, word: "on" },
  fields: (values, change) => <Fields flags={flags} values={values} change={change} />,
  send: (asked, values) => {
    const seen = flags.find(({ flag }) => flag === values.flag)?.said ?? null;
    return actOn("shops", id, "change-flag", { ...asked, flag: values.flag, seen, value: words[values.word as Word] });
  },
});
