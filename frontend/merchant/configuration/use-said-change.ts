import { useNotify } from "ra-core";
import { useMemo, useRef } from "react";
import type { EditState } from "../../shared/saving/edit-session.ts";
import { notifyChange } from "./change-toast.tsx";
import type { ConfigurationFields, ConfigurationSession } from "./use-configuration-editor.ts";
import { changesInWords } from "./words.ts";

type Fields = Partial<ConfigurationFields>;
type Field = keyof ConfigurationFields;

const fieldsOf = (fields: Fields) => Object.keys(fields) as Field[];
const only = (from: ConfigurationFields, fields: readonly Field[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

/** How the page changes settings: each change is told, with the way back. */
export type SaidChange = {
  /** `words`: what is told of it; without them, each field with its values before and after. What is typed is told when its field is left. */
  change(fields: Fields, when: "at-once" | "after-pause", words?: string): void;
  /** A field that is typed into was left. */
  left(field: Field): void;
};

/** What a section of the page shows, and how it changes it. */
export type SectionContent = Pick<EditState<ConfigurationFields>, "draft" | "problems"> & SaidChange;

/** Changes settings in a session, and says what was changed. What is held back, because it cannot be, is no change yet. */
export const useSaidChange = (session: ConfigurationSession): SaidChange => {
  const notify = useNotify();
  /** What stood in the fields that are being typed into. */
  const typedOver = useRef<Fields>({});
  return useMemo(() => {
    const say = (before: Fields, words: string) =>
      notifyChange(notify, { words, onUndo: () => session.change(before, "at-once") });
    return {
      change(fields, when, words) {
        const { draft } = session.state();
        const before = only(draft, fieldsOf(fields));
        session.change(fields, when);
        if (when === "after-pause") typedOver.current = { ...before, ...typedOver.current };
        else say(before, words ?? changesInWords(before, fields).join(", "));
      },
      left(field) {
        const { draft, problems } = session.state();
        const { [field]: before, ...others } = typedOver.current;
        if (before === undefined || problems[field] !== undefined) return;
        typedOver.current = others;
        if (before !== draft[field])
          say({ [field]: before }, changesInWords({ [field]: before }, { [field]: draft[field] }).join(", "));
      },
    };
  }, [session, notify]);
};
