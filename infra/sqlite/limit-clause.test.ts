import { constants, DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { limitClause } from "./limit-clause.ts";

/** Number of compilations of a statement that runs with three limits. */
const compiledWith = (limit: string): number => {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE rows (place INTEGER PRIMARY KEY); INSERT INTO rows VALUES (1), (2), (3)");
  let compiled = 0;
  // Called on each compilation, once per SELECT.
  db.setAuthorizer((action) => {
    if (action === constants.SQLITE_SELECT) compiled += 1;
    return constants.SQLITE_OK;
  });
  const statement = db.prepare(`SELECT place FROM rows WHERE place > ? ORDER BY place ${limit}`);
  for (const most of [1, 2, 3]) expect(statement.all(0, most)).toHaveLength(most);
  db.close();
  return compiled;
};

it("compiles a statement once for any limit", () => {
  expect(compiledWith(limitClause)).toBe(1);
});

it("would compile it again for each limit with a plain LIMIT ?", () => {
  expect(compiledWith("LIMIT ?")).toBeGreaterThan(1);
});
