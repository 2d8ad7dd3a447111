import type { QueryClient } from "@tanstack/react-query";
import type { DesignContent } from "#domain/designs/design.ts";
import { type DesignFields, parseColumnField } from "#domain/designs/fields.ts";
import { formulasToKeys } from "#domain/designs/formulas.ts";
import { type CatalogueColumns, validateDesign } from "#domain/designs/validate.ts";
import type { ColumnType } from "#domain/enumerations.ts";
import type { ApiResponse } from "../../../shared/api/http.ts";
import type { ShopDrafts } from "../../../shared/drafts/drafts.ts";
import { designTabs } from "../../../shared/events/design-tabs.ts";
import type { EditSession, Version } from "../../../shared/saving/edit-session.ts";
import type { MerchantApi } from "../../api.ts";
import { createPersistentSession } from "../../editing/persistent-session.ts";
import { designDraftName } from "../../resources/designs/design-draft.ts";
import { type EditableDesign, toColumnLetters } from "../../resources/designs/editable-design.ts";
import { designKey, designsKey } from "../../resources/designs/keys.ts";
import {
  type DesignDraft,
  inLetters,
  isValidDesignValue,
  merging,
  toDesignContent,
  toDesignDraft,
} from "./design-draft.ts";
import { designToWire } from "./design-to-wire.ts";

export type DesignSession = EditSession<DesignDraft>;

/** A design's content, with formulas that name columns by key. */
const inNames = ({ content, columns }: EditableDesign): DesignContent => ({
  ...content,
  settings: formulasToKeys(content.settings, toColumnLetters(columns, content.shown)),
});

export const versionIn = ({ data, etag }: ApiResponse<EditableDesign>): Version<DesignDraft> => ({
  value: toDesignDraft(
    inNames(data),
    data.columns.map(({ Column }) => Column),
  ),
  etag,
});

/** Returns the fields to check. Catalog defaults need no check. */
const setIn = (draft: DesignDraft): Partial<DesignFields> =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([field, value]) => field !== "shown" && !(value === null && parseColumnField(field) !== undefined),
    ),
  ) as Partial<DesignFields>;

/** `read`: the design as read when the designer opened. */
export const createDesignSession = (
  api: MerchantApi,
  client: QueryClient,
  drafts: ShopDrafts,
  read: ApiResponse<EditableDesign>,
): DesignSession => {
  const { id, columns } = read.data;
  const catalogue: CatalogueColumns = new Map(
    columns.map(({ Column, OriginalTitle, Type, Takes }) => [
      Column,
      { title: OriginalTitle, type: Type as ColumnType, ...(Takes && { takes: Takes }) },
    ]),
  );
  const session: DesignSession = createPersistentSession<DesignDraft>({
    read: versionIn(read),
    drafts,
    name: designDraftName(id),
    getTitle: ({ title }) => title,
    fits: isValidDesignValue,
    save: async (draft, ifMatch) => {
      const body = designToWire({ id, columns }, toDesignContent(session.state().base), toDesignContent(draft));
      const answer = await api.updateDesign(body, ifMatch);
      client.setQueryData<ApiResponse<EditableDesign>>(designKey(id), answer);
      return versionIn(answer);
    },
    readAgain: async () => versionIn(await api.design(id, new AbortController().signal)),
    judge: (draft) =>
      validateDesign(setIn(toDesignDraft(inLetters(toDesignContent(draft), columns), catalogue.keys())), catalogue),
    merging,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: designsKey });
      designTabs.notify({ designId: id });
    },
  });
  return session;
};
