import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { startWebs, type Webs } from "./start-webs.ts";

let webs: Webs;
beforeAll(async () => {
  webs = await startWebs(4);
}, 120_000);
afterAll(async () => {
  await webs?.stop();
  await webs?.remove();
});

const post = async (url: string, path: string, commandId: string, body?: unknown) => {
  const response = await fetch(`${url}/api/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${webs.token}`,
      "content-type": "application/json",
      "x-command-id": commandId,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, data: ((await response.json()) as { Data: unknown }).Data };
};

it("60 simultaneous requests for 45 exports, sent to four web processes, start 20, with one permit each", async () => {
  const { urls } = webs;
  const urlOf = (place: number): string => urls[place % urls.length] ?? urls[0];
  const design = (await post(urls[0], "reports/create-new", randomUUID())).data as { id: string };
  const body = {
    ReportId: design.id,
    FileType: FileType.Csv,
    UserOrderFilters: {
      report_filter_id: null,
      order_date_range: DateRange.yesterday,
      order_date_from: null,
      order_date_to: null,
    },
    SelectedOrderIds: [],
    EmptyExpected: false,
  };
  const generate = (url: string, commandId: string) => post(url, "reporting/generateReport", commandId, body);
  // Every third one goes to two of them: a browser that lost a response asks again, and may reach another process.
  const commands = Array.from({ length: 45 }, (_, place) => ({ id: randomUUID(), twice: place % 3 === 0 }));
  const replies = await Promise.all(
    commands.flatMap(({ id, twice }, place) => {
      const asked = twice ? [urlOf(place), urlOf(place + 1)] : [urlOf(place)];
      return asked.map(async (url) => ({ id, ...(await generate(url, id)) }));
    }),
  );
  expect(replies).toHaveLength(60);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const letIn = replies.filter(({ status }) => status === 200);
  expect(new Set(letIn.map(({ id }) => id)).size).toBe(20);
  expect(new Set(letIn.map(({ data }) => (data as { ReportExportId: string }).ReportExportId)).size).toBe(20);
});
