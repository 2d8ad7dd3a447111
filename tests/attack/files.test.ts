import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptHash } from "#application/text/script-hash.ts";
import { FileType } from "#domain/enumerations.ts";
import { rowSearchScript } from "#domain/html/row-search.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";

/** The links of files of a started product, in the hands of someone who has one, or half of one, and wants another. */

let sheaf: StartedSheaf;
let merchant: Merchant;
const jobs = new Map<string, ExportJob>();
/** The path of a file's link, and its parts. */
let path: string;
let token: string;
let name: string;
/** The token of a file of another shop. */
let foreign: string;

const pathOf = (job: ExportJob | undefined): string => new URL(job?.PublicUrl ?? "", sheaf.url).pathname;

/** A request whose path goes over the wire as it is written: a browser or `fetch` would tidy it first. */
const asWritten = (target: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }>(
    (resolve, reject) => {
      const { port } = new URL(sheaf.url);
      const sent = httpRequest({ port, path: target, host: "localhost", ...options }, (response) => {
        let text = "";
        response.setEncoding("latin1");
        response.on("data", (piece) => (text += piece));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      sent.on("error", reject);
      sent.end();
    },
  );

const made = async (who: Merchant, fileType: FileType): Promise<ExportJob> => {
  const design = await createDesign(who);
  const job = await generate(who, design.id, { range: { kind: "thirtyDays" }, fileType });
  return waitForExport(who, job.ReportExportId);
};

beforeAll(async () => {
  sheaf = await startSheaf({ env: { RATE_LIMIT: "false" } });
  merchant = await logIn(sheaf, "aurora-demo");
  for (const [kind, fileType] of Object.entries(FileType))
    if (kind !== "Html") jobs.set(kind, await made(merchant, fileType));
  jobs.set("Html", await made(merchant, FileType.Html));
  path = pathOf(jobs.get("Csv"));
  [, , token = "", name = ""] = path.split("/");
  const other = await made(await logIn(sheaf, "nimbus-demo"), FileType.Csv);
  foreign = pathOf(other).split("/")[2] ?? "";
}, 120_000);
afterAll(() => sheaf?.stop());

describe("A file's link", () => {
  it("opens only its own file, however it is altered", async () => {
    expect((await asWritten(path)).status).toBe(200);
    const [id = "", signature = ""] = token.split(".");
    const [otherId = "", otherSignature = ""] = foreign.split(".");
    const tampered = `
      . ${id} ${id}. .${signature} ${id}${signature} ${id}.${signature}x ${id}.${signature.slice(0, -1)} ${id}.${signature}%00
      ${otherId}.${signature} ${id}.${otherSignature} ${id}.${signature}.${signature} ${id}.${signature}%20 {${id}}.${signature}
      ${id.toUpperCase()}.${signature} ${id}.${signature.toLowerCase()} ${id}%252e${signature} ${id}.${"A".repeat(43)} ${"x".repeat(8_000)}
    `
      .trim()
      .split(/\s+/);
    for (const one of tampered) {
      const reply = await asWritten(`/files/${one}/${name}`);
      expect([one, reply.status < 500, reply.status === 200 && reply.text.includes("Order number")]).toEqual([
        one,
        true,
        false,
      ]);
    }
    // The last letter carries four bits: others of the same bits must not be taken for it either.
    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
      const near = signature.slice(0, -1) + letter;
      if (near !== signature)
        expect([letter, (await asWritten(`/files/${id}.${near}/${name}`)).status]).toEqual([letter, 404]);
    }
  });

  it.each([
    ["/files/../../../../etc/passwd"],
    ["/files/..%2f..%2f..%2f..%2fetc%2fpasswd/x"],
    ["/files/%2e%2e/%2e%2e/master.key"],
    ["/..%2f..%2fmaster.key"],
    ["/%2e%2e/%2e%2e/%2e%2e/package.json"],
    ["/assets/..%2f..%2f..%2f..%2fpackage.json"],
    ["/assets/../../../../package.json"],
    ["/..\\..\\package.json"],
    ["//etc/passwd"],
    ["/assets/%00/../../package.json"],
    ["/.build-key"],
    ["/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd"],
  ])("leads to no other file: %s", async (target) => {
    for (const accept of ["*/*", "text/html", "application/json"]) {
      const reply = await asWritten(target, { headers: { accept } });
      expect(reply.status).toBeLessThan(500);
      expect(reply.text).not.toMatch(/root:x?:0|"dependencies"|^[A-Za-z0-9+/]{43}=\s*$/m);
    }
  });

  it("may have any name, which is neither interpreted nor returned", async () => {
    for (const given of [
      "x",
      "..%2f..%2fmaster.key",
      "a%0d%0aSet-Cookie:%20a=b",
      "%22;filename=evil.exe",
      "<script>",
      "%E2%80%AE",
    ]) {
      const reply = await asWritten(`/files/${token}/${given}`);
      expect([given, reply.status]).toEqual([given, 200]);
      expect(reply.headers["set-cookie"]).toBeUndefined();
      expect(reply.headers["content-disposition"]).not.toMatch(/evil|script|master/);
      expect(reply.text).toContain("Order number");
    }
    expect((await asWritten(`/files/${token}/anything`)).status).toBe(200);
  });

  it("can only be read", async () => {
    const before = (await asWritten(path)).text;
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]) {
      const reply = await asWritten(path, { method });
      expect([method, reply.status === 200 && reply.text !== ""]).toEqual([method, method === "OPTIONS"]);
    }
    expect((await asWritten(path)).text).toBe(before);
  });

  it("returns the requested range or the whole file, for any range header", async () => {
    const whole = (await asWritten(path)).text;
    for (const range of [
      ...[
        "bytes=0-0",
        "bytes=-1",
        "bytes=5-",
        "bytes=0-99999999999999",
        "bytes=99999999999999-",
        "bytes=-0",
        "bytes=9-3",
      ],
      ...[
        "bytes=0-1,3-4",
        `bytes=${"0-0,".repeat(2_000)}0-0`,
        "bytes=a-b",
        "lines=0-1",
        "bytes=0x0-0x5",
        "bytes=-",
        "bytes= 0-1",
      ],
      ...["bytes=0-9007199254740993", "bytes=1e3-2e3", "-1"],
    ]) {
      const { status, text, headers } = await asWritten(path, { headers: { range } });
      expect([200, 206, 416], range).toContain(status);
      if (status === 200) expect(text).toBe(whole);
      if (status === 206) {
        const [, from = "", to = ""] = /^bytes (\d+)-(\d+)\//.exec(String(headers["content-range"])) ?? [];
        expect(text).toBe(whole.slice(Number(from), Number(to) + 1));
      }
    }
  });

  const mediaTypes: Readonly<Record<keyof typeof FileType, string>> = {
    Html: "text/html; charset=utf-8",
    Excel: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Csv: "text/csv",
    Xml: "application/xml",
  };

  it.each(Object.entries(mediaTypes))(
    "of %s has its content type, and can't run, be framed or be cached by others as a page of ours",
    async (kind, type) => {
      for (const query of ["", "?down=1", "?down=1&down=2", "?down[]=1"]) {
        const { status, headers } = await asWritten(pathOf(jobs.get(kind)) + query);
        expect([status, headers["content-type"], headers["x-content-type-options"]]).toEqual([200, type, "nosniff"]);
        const policy = String(headers["content-security-policy"]);
        expect(policy).toMatch(/^sandbox /);
        expect(policy).not.toMatch(/allow-same-origin|allow-forms|allow-top-navigation|allow-modals/);
        // The search of a page alone, by its hash, in its own origin.
        const scripts = /script-src [^;]*/.exec(policy)?.[0];
        expect(scripts).toBe(kind === "Html" ? `script-src ${scriptHash(rowSearchScript)}` : undefined);
        expect(policy.includes("allow-scripts")).toBe(kind === "Html");
        expect(policy).toContain("default-src 'none'");
        expect(headers).toMatchObject({
          "x-frame-options": "DENY",
          "x-robots-tag": "noindex",
          "referrer-policy": "no-referrer",
        });
        expect(headers["cache-control"]).toMatch(/^private/);
        expect(headers["set-cookie"]).toBeUndefined();
        expect(headers["access-control-allow-origin"]).toBeUndefined();
      }
    },
  );
});
