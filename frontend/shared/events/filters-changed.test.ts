import { expect, it } from "vitest";
import { OrderFilterView } from "#domain/enumerations.ts";
import { createFiltersChanged, type FiltersChanged } from "./filters-changed.ts";

it("announces changes of a page's filter, but not of common ones, to current listeners", () => {
  const changes = createFiltersChanged();
  const heard: FiltersChanged[] = [];
  const stop = changes.listen((change) => heard.push(change));
  changes.emit({ filterId: "a", view: OrderFilterView.All });
  changes.emit({ filterId: "b", view: OrderFilterView.ManualExport });
  changes.emit({ filterId: "c", view: OrderFilterView.Live });
  stop();
  changes.emit({ filterId: "d", view: OrderFilterView.Live });
  expect(heard).toEqual([
    { filterId: "b", view: OrderFilterView.ManualExport },
    { filterId: "c", view: OrderFilterView.Live },
  ]);
});
