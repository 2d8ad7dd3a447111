import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { receiverCode } from "./receiver-code.ts";

it("shows receivers the same code as the webhook documentation", async () => {
  const document = await readFile("docs/webhooks.md", "utf8");
  expect(document).toContain(`\`\`\`js\n${receiverCode}\`\`\``);
});
