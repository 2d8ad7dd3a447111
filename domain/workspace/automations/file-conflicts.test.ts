import { describe, expect, it } from "vitest";
import { refusalOf } from "../../core/given-for-tests.ts";
import { FileType, FtpProtocol } from "../../enumerations.ts";
import type { WorkspaceEvent } from "../events.ts";
import {
  automation,
  byEmail,
  byFtp,
  definition,
  designs,
  filters,
  givenWorkspace,
  reference,
  systemFilters,
} from "../workspace-for-tests.ts";
import type { AutomationDefinition } from "./automation.ts";
import type { FtpSetup } from "./destination.ts";
import { type FileLocation, findFileConflicts } from "./file-conflicts.ts";

const placed = (changes: Partial<FtpSetup>, title = "Orders", fileType: FileType = FileType.Csv): FileLocation => ({
  automationId: JSON.stringify([changes, title]),
  title,
  fileType,
  destination: byFtp({ host: "ftp.example.com", directory: "in/orders", ...changes }),
});
const share = (one: FileLocation, other: FileLocation) =>
  [
    findFileConflicts({ ...one, automationId: "1" }, [other]),
    findFileConflicts({ ...other, automationId: "2" }, [one]),
  ].map(({ length }) => length === 1);

describe("two reports that write the same file", () => {
  it.each<[string, FileLocation]>([
    ["if they are identical", placed({})],
    ["despite another case of the host", placed({ host: "FTP.Example.COM" })],
    ["despite a dot at the end of the host", placed({ host: "ftp.example.com." })],
    ["despite the default port", placed({ port: 22 })],
    ["despite another protocol of the server", placed({ protocol: FtpProtocol.FTPS, port: 21 })],
    ["despite another user", placed({ username: reference("w") })],
    ["despite extra slashes", placed({ directory: "//in///orders/" })],
    ["despite dots in the path", placed({ directory: "./in/././orders/." })],
    ["despite backslashes and another case", placed({ directory: "\\In\\Orders" })],
    ["despite another case of the title", placed({}, "ORDERS")],
    ["despite whitespace and characters that file names lose", placed({}, " Orders: ")],
    ["despite invisible characters", placed({}, "Or\u200bders\u202e")],
  ])("are recognized %s", (_how, other) => {
    expect(share(placed({}), other)).toEqual([true, true]);
  });

  it("are recognized despite another spelling of an address or a letter", () => {
    expect(share(placed({ host: "::1" }), placed({ host: "0:0:0:0:0:0:0:1" }))).toEqual([true, true]);
    expect(share(placed({}, "Café"), placed({}, "Cafe\u0301"))).toEqual([true, true]);
    expect(share(placed({ host: "bücher.example" }), placed({ host: "xn--bcher-kva.example" }))).toEqual([true, true]);
  });

  it("include a report and another one's test", () => {
    expect(share(placed({}), placed({}, "Test of Orders"))).toEqual([true, true]);
  });

  it.each<[string, FileLocation]>([
    ["title", placed({}, "Orders 2")],
    ["folder", placed({ directory: "in" })],
    ["server", placed({ host: "ftp2.example.com" })],
    ["port", placed({ port: 2222 })],
    ["file format", placed({}, "Orders", FileType.Excel)],
    ["destination", { ...placed({}), destination: byEmail() }],
  ])("are told apart by another %s", (_what, other) => {
    expect(share(placed({}), other)).toEqual([false, false]);
  });
});

const start = [...systemFilters, ...designs("r", "s"), ...filters("f", "g")];
const texts = new Map([[reference("u"), "shop"]]);
const edit = (wanted: Partial<AutomationDefinition>, seen: Partial<AutomationDefinition>) =>
  ({
    type: "UpdateAutomation",
    automationId: "1",
    base: definition(seen),
    wanted: definition({ ...seen, ...wanted }),
    texts,
    today: "2026-11-20",
  }) as const;
const ftp = byFtp({ host: "ftp.example.com", directory: "in" });
const taken = automation("2", { title: "Orders", destination: byFtp({ host: "FTP.example.com", directory: "/in/" }) });
const types = (decision: unknown) => (decision as WorkspaceEvent[]).map(({ type }) => type);
const fields = (decision: unknown) =>
  (JSON.parse(refusalOf(decision).details ?? "[]") as { field: string }[]).map(({ field }) => field);

describe("a report that would overwrite another one's files", () => {
  it.each([true, false])("is not saved (running: %s), and the error names the other one and what to do", (enabled) => {
    const seen = { title: "Sales", destination: ftp, enabled };
    const refused = givenWorkspace(...start, automation("1", seen), taken).when(edit({ title: "orders" }, seen));
    expect(refusalOf(refused).message).toBe(
      "The automated report “Orders” puts files with the same names into this folder, so the two would overwrite each other's files. Choose another folder or another title: files are named after the title.",
    );
    expect(fields(refused)).toEqual(["title"]);
    const byMail = { title: "Orders", destination: byEmail(), enabled };
    const moved = givenWorkspace(...start, automation("1", byMail), taken).when(edit({ destination: ftp }, byMail));
    expect(fields(moved)).toEqual(["ReportDestination.Ftp.DirectoryPath"]);
  });

  it("is not started until one of them goes elsewhere or is paused", () => {
    const seen = { title: "Orders", destination: ftp, enabled: false };
    const workspace = (...events: WorkspaceEvent[]) =>
      givenWorkspace(...start, automation("1", seen), taken, ...events);
    const starts = edit({ enabled: true }, seen);
    expect(refusalOf(workspace().when(starts)).message).toContain("“Orders”");
    expect(types(workspace({ type: "AutomationPaused", data: { automationId: "2" } }).when(starts))).toEqual([
      "AutomationStarted",
    ]);
    expect(types(workspace().when(edit({ title: "Orders 2", enabled: true }, seen)))).toEqual([
      "AutomationRenamed",
      "AutomationStarted",
    ]);
  });

  it("may be edited in other fields if both are already running", () => {
    const seen = { title: "Orders", destination: ftp, enabled: true };
    const workspace = givenWorkspace(...start, automation("1", seen), taken);
    expect(types(workspace.when(edit({ reportId: "s" }, seen)))).toEqual(["AutomationDesignChosen"]);
    expect(types(workspace.when(edit({ enabled: false }, seen)))).toEqual(["AutomationPaused"]);
    expect(types(workspace.when(edit({ title: "Sales" }, seen)))).toEqual(["AutomationRenamed"]);
  });
});

describe("a clone of a report with an FTP destination", () => {
  const clone = { type: "CloneAutomation", automationId: "1", maxAutomations: 9 } as const;
  const titleOf = (decision: unknown) => (decision as { data: { title: string } }[])[0]?.data.title;

  it("has its own title, and so its own files", () => {
    const of = (...titles: string[]) =>
      givenWorkspace(
        ...start,
        ...titles.map((title, n) => automation(String(n + 1), { title, destination: ftp, enabled: n === 0 })),
      ).when(clone);
    expect(titleOf(of("Orders"))).toBe("Copy of Orders");
    expect(titleOf(of("Orders", "Copy of Orders"))).toBe("Copy of Orders 2");
    expect(titleOf(of("Orders", "copy of: orders", "Copy of Orders 2"))).toBe("Copy of Orders 3");
  });

  it("has its own title even if the original leaves no room for more", () => {
    const title = "Copy of ".repeat(7).slice(0, 50).trim();
    const decision = givenWorkspace(...start, automation("1", { title, destination: ftp })).when(clone);
    expect(titleOf(decision)).not.toBe(title);
    expect(Array.from(String(titleOf(decision))).length).toBeLessThanOrEqual(50);
  });

  it("is named like any other clone if it goes by mail", () => {
    const decision = givenWorkspace(...start, automation("1"), automation("2", { title: "Copy of Every morning" }));
    expect(titleOf(decision.when(clone))).toBe("Copy of Every morning");
  });
});

describe("an earlier version of a running report", () => {
  it("is restored without its title if another report writes those files by now", () => {
    const seen = { title: "Sales", destination: ftp, enabled: true };
    const events = [...start, automation("1", seen), taken];
    const earlier = definition({ title: "Orders", destination: ftp, reportId: "s", enabled: true });
    const restore = {
      type: "RestoreAutomation",
      automationId: "1",
      version: 1,
      earlier,
      texts,
      maxAutomations: 9,
    } as const;
    const [restored] = givenWorkspace(...events).when(restore) as WorkspaceEvent[];
    expect(restored).toMatchObject({
      type: "AutomationRestored",
      data: { title: "Sales", reportId: "s", destination: ftp },
    });
    expect(JSON.stringify(restored)).toContain("could not be restored. The automated report “Orders” puts files");
  });
});
