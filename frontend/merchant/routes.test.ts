import { expect, it } from "vitest";
import { redirectFor } from "../shared/navigation/rules.ts";
import { routes } from "./routes.tsx";

const closed = routes.filter(({ frame }) => frame === "main").map(({ path }) => path);

it("asks for a log-in on every page of the main layout, so that none is forgotten when it is added", () => {
  expect(closed.length).toBeGreaterThan(3);
  for (const path of closed)
    expect(redirectFor({ pathname: path.replace(":id", "4711"), search: "" }, null), path).toBe("/Login");
});
