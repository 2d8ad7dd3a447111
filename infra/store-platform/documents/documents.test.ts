import { readFileSync } from "node:fs";
import fc from "fast-check";
import {
  buildSchema,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import { catalogue, columnByKey } from "#domain/columns/catalogue.ts";
import type { ColumnDefinition } from "#domain/columns/definition.ts";
import { everyColumn } from "#domain/designs/every-column-for-tests.ts";
import { ColumnCategory, Grouping } from "#domain/enumerations.ts";
import { groupingName } from "#domain/groupings/allowed.ts";
import { compileDesign } from "#domain/groupings/compile.ts";
import { costCap } from "../calls/cost.ts";
import { planPages } from "../page-plan.ts";
import { followDocument, ordersDocument } from "./document.ts";
import { documents } from "./documents.ts";
import { isNonNull } from "./non-null-fields.ts";
import { buildSelection, type Child, type Selection } from "./selection.ts";
import { implementations, shapes } from "./shapes.ts";

/** Not validated: the real schema breaks a rule about deprecations that is newer than it. */
const schemaOf = (text: string) => buildSchema(text, { assumeValid: true });
const read = (url: URL | string) => readFileSync(url, "utf8");
const paths = read(new URL("../testing/order-paths.txt", import.meta.url))
  .split("\n")
  .filter((line) => /^(now|later) /.test(line))
  .map((line) => line.split(" ") as [string, string]);
const now = paths.filter(([when]) => when === "now").map(([, path]) => path);
const every = paths.map(([, path]) => path);

/** The fields for a report of these columns, in any grouping, with attributes chosen for the columns that show them. */
const fieldsOf = (columns: readonly ColumnDefinition[]): string[] => {
  const keys = new Set(columns.map(({ key }) => key));
  const shown = everyColumn.filter(({ column }) => keys.has(column));
  const groupings = Object.values(Grouping).filter((grouping) => groupingName(grouping) !== undefined);
  return [...new Set(groupings.flatMap((grouping) => compileDesign({ grouping, columns: shown }, columnByKey).fields))];
};

/** Our excerpt of the real schema, and the whole schema if PLATFORM_SCHEMA names its file. */
const schemas: { name: string; schema: GraphQLSchema; whole: boolean }[] = [
  {
    name: "the kept schema",
    schema: schemaOf(read(new URL("../../../demo-store/schema.graphql", import.meta.url))),
    whole: false,
  },
  ...(process.env.PLATFORM_SCHEMA
    ? [{ name: "the whole schema", schema: schemaOf(read(process.env.PLATFORM_SCHEMA)), whole: true }]
    : []),
];

const problems = (schema: GraphQLSchema, document: string) =>
  validate(schema, parse(document), [...specifiedRules, NoDeprecatedCustomRule]).map(({ message }) => message);

/** The page of these paths, and the documents that follow each connection in it. */
const documentsFor = (fields: readonly string[]): string[] => {
  const selection = buildSelection(fields);
  const { firstOf } = planPages(selection);
  const follows: string[] = [];
  const visit = (inner: Selection, anchor: { type: string; path: string[]; searched?: string }) => {
    for (const child of inner.children.values()) {
      const here = shapes[inner.type]?.node ? { type: inner.type, path: [] } : anchor;
      if (child.connection) follows.push(followDocument(here, child, firstOf, 2));
      const isSearched = shapes[child.selection.type]?.searched;
      visit(
        child.selection,
        isSearched ? { ...here, searched: child.name } : { type: here.type, path: [...here.path, child.name] },
      );
    }
    for (const fragment of inner.fragments.values()) visit(fragment, anchor);
  };
  visit(selection, { type: "Order", path: [] });
  return [ordersDocument(selection, firstOf), ...follows];
};

describe.each(schemas)("With $name", ({ schema, whole }) => {
  const sendable = whole ? every : now;

  it.each(Object.entries(documents))("the document %s is valid", (_, document) => {
    expect(problems(schema, document)).toEqual([]);
  });

  it("a document with a field that doesn't exist isn't valid", () => {
    expect(problems(schema, documents.shop.replace("weightUnit", "weightUnits"))).not.toEqual([]);
    expect(problems(schema, documentsFor(["noSuchField"])[0] ?? "")).not.toEqual([]);
  });

  it("the documents of each column path are valid", () => {
    const invalid = sendable.flatMap((path) =>
      documentsFor([path]).flatMap((text) => problems(schema, text).map((is) => ({ path, is }))),
    );
    expect(invalid).toEqual([]);
  });

  it("the documents of all columns together are valid", () => {
    const texts = documentsFor(sendable);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.flatMap((text) => problems(schema, text))).toEqual([]);
  });

  const invalidOf = (columns: readonly ColumnDefinition[]) =>
    documentsFor(fieldsOf(columns)).flatMap((text) =>
      problems(schema, text).map((is) => `${columns.map(({ key }) => key)}: ${is}`),
    );

  it("the documents of each column of the catalogue are valid", () => {
    expect(catalogue.flatMap((column) => invalidOf([column]))).toEqual([]);
  });

  it("the documents of each pair of categories are valid", () => {
    const categories = Object.values(ColumnCategory);
    const pairs = categories.flatMap((one, at) => categories.slice(at + 1).map((other) => [one, other]));
    expect(pairs.flatMap((pair) => invalidOf(catalogue.filter(({ category }) => pair.includes(category))))).toEqual([]);
  });

  it("the documents of the whole catalogue are valid", () => {
    expect(invalidOf(catalogue)).toEqual([]);
  });

  it("the documents of 500 random designs are valid", () => {
    const designs = fc.sample(fc.shuffledSubarray([...catalogue]), { seed: 2026, numRuns: 500 });
    expect(designs.flatMap(invalidOf)).toEqual([]);
  });

  it("the table of shapes matches the schema", () => {
    const wrong = Object.entries(shapes).flatMap(([name, shape]) => {
      const type = schema.getType(name);
      if (!type) return whole ? [`${name} is not there`] : [];
      const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
      const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map((one) => one.name) : [];
      const found = { id: "id" in fields, node: interfaces.includes("Node"), abstract: isAbstractType(type) };
      const flags = Object.entries(found).filter(([flag, is]) => shape[flag as keyof typeof found] !== is);
      const links = Object.entries(shape.fields).filter(([field, target]) => {
        const there = fields[field];
        if (!there) return whole;
        return getNamedType(there.type).name !== target || there.args.some(isRequiredArgument);
      });
      return [...flags, ...links].map(([what]) => `${name}.${what}`);
    });
    expect(wrong).toEqual([]);
  });

  it("the table of implementations matches the schema, and what is searched can be found by its id", () => {
    for (const [name, kinds] of Object.entries(implementations)) {
      const type = schema.getType(name);
      if (!isInterfaceType(type)) throw new Error(`${name} is no interface.`);
      expect(
        schema
          .getPossibleTypes(type)
          .map((one) => one.name)
          .sort(),
      ).toEqual([...kinds].sort());
    }
    const searched = Object.keys(shapes).filter((name) => shapes[name]?.searched);
    const owners = Object.entries(shapes).flatMap(([owner, { fields }]) =>
      Object.entries(fields).flatMap(([field, type]) =>
        searched.includes(type.replace(/Connection$/, "")) ? [[owner, field]] : [],
      ),
    );
    expect(owners).toEqual([["Order", "agreements"]]);
    const order = schema.getType("Order");
    const args = isObjectType(order) ? order.getFields().agreements?.args : [];
    expect(args?.map(({ name }) => name)).toContain("query");
  });

  it("the table of non-null fields matches the schema", () => {
    const found = new Map<string, Set<string>>();
    const visit = ({ type: name, scalars, children, fragments }: Selection) => {
      const type = schema.getType(name);
      const known = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
      const single = [...children.values()].filter(({ connection }) => !connection).map((child) => child.name);
      for (const field of [...scalars, ...single]) {
        if (field === "__typename" || !known[field]) continue;
        const names = found.get(name) ?? new Set();
        found.set(name, names.add(`${name}.${field}: ${isNonNullType(known[field].type)}`));
      }
      for (const child of children.values()) visit(child.selection);
      for (const fragment of fragments.values()) visit(fragment);
    };
    visit(buildSelection([...new Set([...sendable, ...fieldsOf(catalogue)])]));
    const wrong = [...found].flatMap(([type, lines]) =>
      [...lines].filter((line) => {
        const [, field = "", is] = /\.(.*): (.*)$/.exec(line) ?? [];
        return String(isNonNull(type, field)) !== is;
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe("All columns together", () => {
  it.each([
    ["of the specification", now],
    ["and possible later ones", every],
    ["of the catalogue", fieldsOf(catalogue)],
  ])("(%s) cost less than one query may", (_, fields) => {
    const plan = planPages(buildSelection(fields));
    expect(plan.cost).toBeLessThan(costCap);
    expect(plan.first).toBeGreaterThanOrEqual(20);
  });

  it("have no connection that can't be read to the end", () => {
    const lost: string[] = [];
    const visit = (inner: Selection, reachable: boolean) => {
      const here = reachable || shapes[inner.type]?.node === true;
      const below = (child: Child) => {
        if (child.connection && !here) lost.push(`${inner.type}.${child.name}`);
        visit(child.selection, here && shapes[child.selection.type]?.searched === true);
      };
      for (const child of inner.children.values()) below(child);
      for (const fragment of inner.fragments.values()) visit(fragment, here);
    };
    visit(buildSelection(every), true);
    expect(lost).toEqual([]);
  });
});
