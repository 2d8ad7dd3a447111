import { type DesignContent, pickDesignContent } from "#domain/designs/design.ts";
import { Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { settingFields } from "#domain/read-models/design-document.ts";
import { collections, defineContents } from "#domain/read-models/documents.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { WebForTests } from "./web-for-tests.ts";

const contents = defineContents(collections.reportDesigns.name);
const untouched: DesignContent = {
  title: "Untitled1",
  grouping: Grouping.Orders,
  splitter: WorksheetSplitter.None,
  sortedBy: null,
  shown: ["OrderNum", "Quantity"],
  settings: {},
};

/** Puts a design into the read model, as its projection would. The same id again replaces the design. */
export const givenDesign = async (
  { readStore }: Pick<WebForTests, "readStore">,
  tenant: string,
  reportId: string,
  changes: Partial<DesignContent> = {},
  position = 1,
): Promise<void> => {
  await readStore.ensureCollections([...Object.values(collections), contents]);
  const { settings, ...content } = pickDesignContent({ ...untouched, ...changes });
  const { title, grouping, splitter } = content;
  const put = (collection: string, document: object) => ({
    collection,
    kind: "put" as const,
    id: reportId,
    document: document as JsonObject,
    position: String(position).padStart(9, "0"),
  });
  await readStore.apply([
    put(contents.name, { ...content, ...settingFields(settings), version: position }),
    put(collections.reportDesigns.name, {
      ...{ tenant, reportId, ordering: 0, placeVersion: 0, version: position },
      ...{ title, grouping, splitter },
    }),
  ]);
};
