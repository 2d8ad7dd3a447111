import { describe, expect, it } from "vitest";
import { misplacedImports, reachedFrom } from "./check-layers.ts";
import { drawImports, upwardImports } from "./draw-imports.ts";
import type { Import } from "./imports.ts";

const imported = (from: string, to: string): Import => ({ place: `${from}:1`, from, to });

describe("an import", () => {
  it.each([
    ["of a part that isn't listed", "domain/core/a.ts", "infra/ports/b.ts", "domain may not import infra/ports"],
    ["of another service", "exporter/a.ts", "projections/b.ts", "exporter may not import projections"],
    ["of an adapter by a service", "exporter/a.ts", "infra/sqlite/b.ts", "exporter may not import infra/sqlite"],
    ["by a folder without an entry", "cellar/a.ts", "domain/b.ts", "has no entry for cellar/a.ts"],
    ["of a folder without an entry", "domain/a.ts", "cellar/b.ts", "has no entry for cellar/b.ts"],
  ])("%s is refused", (_case, from, to, reason) => {
    expect(misplacedImports([imported(from, to)])).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ["within a part", "domain/core/a.ts", "domain/filters/b.ts"],
    ["of an adapter by a service's main module", "exporter/main.ts", "infra/sqlite/b.ts"],
    ["of a service by processes", "processes/web.ts", "support-api/start.ts"],
  ])("%s is allowed", (_case, from, to) => {
    expect(misplacedImports([imported(from, to)])).toEqual([]);
  });

  it("is followed through other parts", () => {
    const imports = [imported("exporter/main.ts", "hosting/a.ts"), imported("hosting/b.ts", "projections/c.ts")];
    expect(reachedFrom("exporter/main.ts", imports)).toContain("projections");
  });

  it("is reported if it goes upwards", () => {
    const imports = [imported("infra/a.ts", "application/b.ts")];
    expect(upwardImports(imports)).toEqual(["infra imports application, which isn't below it (1 imports)."]);
  });

  it("is drawn once per pair of folders", () => {
    const imports = [imported("exporter/a.ts", "domain/b.ts"), imported("exporter/c.ts", "domain/b.ts")];
    expect(drawImports(imports).match(/exporter --> domain/g)).toHaveLength(1);
  });
});
