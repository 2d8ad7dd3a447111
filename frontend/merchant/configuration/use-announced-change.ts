import { useNotify } from "ra-core";
import { useMemo, useRef } from "react";
import type { EditState } from "../../shared/saving/edit-session.ts";
import { notifyChange } from "./change-toast.tsx";
import { describeChanges } from "./texts.ts";
import type { ConfigurationFields, ConfigurationSession } from "./use-configuration-editor.ts";

type Fields = Partial<ConfigurationFields>;
type Field = keyof ConfigurationFields;

const fieldsOf = (fields: Fields) => Object.keys(fields) as Field[];
const only = (from: ConfigurationFields, fields: readonly Field[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

/** Each change is announced with undo. */
export type AnnouncedChange = {
  /**
   * `words`: the announcement; default: each field with its old and new value. Typed text is announced when its field
   * is left.
   */
  change(fields: Fields, when: "at-once" | "after-pause", words?: string): void;
  /** Call when a typed field was left. */
  handleBlur(field: Field): void;
};

/** Props of a section of the page. */
export type SectionContent = Pick<EditState<ConfigurationFields>, "draft" | "problems"> & AnnouncedChange;

/** Announces changes of a session, except for invalid input. */
export const useAnnouncedChange = (session: ConfigurationSession): AnnouncedChange => {
  const notify = useNotify();
  /** The former values of fields being typed into. */
  const typedOver = useRef<Fields>({});
  return useMemo(() => {
    const announce = (previous: Fields, words: string) =>
      notifyChange(notify, { words, onUndo: () => session.change(previous, "at-once") });
    const isHeldBack = (fields: Fields) =>
      fieldsOf(fields).some((field) => session.state().problems[field] !== undefined);
    return {
      change(fields, when, words) {
        const { draft } = session.state();
        const previous = only(draft, fieldsOf(fields));
        session.change(fields, when);
        if (when === "after-pause") typedOver.current = { ...previous, ...typedOver.current };
        else if (!isHeldBack(fields)) announce(previous, words ?? describeChanges(previous, fields).join(", "));
      },
      handleBlur(field) {
        const { draft } = session.state();
        const { [field]: before, ...others } = typedOver.current;
        if (before === undefined || isHeldBack({ [field]: before })) return;
        typedOver.current = others;
        if (before !== draft[field])
          announce({ [field]: before }, describeChanges({ [field]: before }, { [field]: draft[field] }).join(", "));
      },
    };
  }, [session, notify]);
};
