import { z } from "zod";
import { route } from "#application/http/route.ts";
import { attributeProblem } from "#domain/designs/custom-column.ts";
import { type AttributeCategory, attributeCategories, CustomColumnCategory } from "#domain/enumerations.ts";
import { AttributeNamesData } from "#domain/wire/filters/attributes.ts";
import type { AttributeKind, AttributeNames } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createRequestCache } from "../request-cache.ts";

/** Cache time, ms. The names only help to choose. */
const cacheTime = 5 * 60_000;

const kinds: Readonly<Record<AttributeCategory, AttributeKind>> = {
  [CustomColumnCategory.VariantMetafields]: "variantMetafields",
  [CustomColumnCategory.ProductMetafields]: "productMetafields",
  [CustomColumnCategory.NoteAttributes]: "noteAttributes",
  [CustomColumnCategory.Property]: "properties",
  [CustomColumnCategory.OrderMetafields]: "orderMetafields",
  [CustomColumnCategory.CustomerMetafields]: "customerMetafields",
};

/** Lists attribute names, except those that no design accepts. */
export const attributesRoute = (deps: QueryApiDeps) => {
  const recent = createRequestCache<AttributeNames>(deps.clock.steady, cacheTime);
  return route({
    method: "GET",
    path: "reports/attributes",
    summary:
      "Names of note attributes, line properties and metafields in the shop's last orders, the most frequent first",
    description: "One list for each category, read from recent orders. The answer is kept for 5 minutes.",
    access: "shop",
    asksPlatform: true,
    data: z.array(AttributeNamesData),
    handler: async (_input, { signal, caller: { tenant, shop } }) => {
      const names = await recent(tenant, signal, (asked) =>
        deps.platform.fetchAttributeNames({ tenant, shop, signal: asked }),
      );
      return attributeCategories.map((category) => ({
        Category: category,
        Names: names[kinds[category]].filter((name) => attributeProblem({ category, name }) === undefined),
      }));
    },
  });
};
