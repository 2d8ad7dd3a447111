import { expect, it } from "vitest";
import { currentAt } from "./pages.ts";

it.each([
  ["/Reports", "/Reports", "page"],
  ["/reports/", "/Reports", "page"],
  ["/Live/d1", "/Live", "page"],
  ["/Report/Design/d1", "/Manager", "true"],
  ["/Filters/Edit/f1", "/Manager", "true"],
  ["/Automation/Edit/a1", "/Automation", "true"],
  ["/Automation/History/a1", "/Automation", "true"],
  ["/Report/Design/d1", "/Reports", undefined],
  ["/nowhere", "/Reports", undefined],
])("at %s the link to %s is marked: %s", (pathname, link, current) => expect(currentAt(pathname, link)).toBe(current));
