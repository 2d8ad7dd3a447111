import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { catalogue } from "#domain/columns/catalogue.ts";
import { determineFigureBasis } from "#domain/columns/figure-basis.ts";
import { listScopes } from "#domain/columns/scopes.ts";
import { groupingsOffered } from "#domain/designs/validate.ts";
import { isAllowed } from "#domain/groupings/allowed.ts";
import { findColumnExamples } from "#domain/reports/column-examples.ts";
import { IsOnlinePayload } from "#domain/wire/account/account.ts";
import { outages as allOutages } from "#domain/wire/outages.ts";
import { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import { toSmallShopRange } from "#infra/config/small-shops.ts";
import type { QueryApiDeps } from "./deps.ts";

/** Demo shops. */
const demoShops = ["aurora-demo", "borealis-demo", "cumulus-demo", "nimbus-demo"];

const link = z.string().nullable();

/** Lists columns. This takes a tenth of a second; the route keeps the answer. */
const listColumns = async (): Promise<ReportColumnInfo[]> => {
  const examples = await findColumnExamples();
  return catalogue.map((column) => ({
    ...(listScopes(column).length > 0 ? { Scopes: listScopes(column) } : {}),
    Column: column.key,
    Name: column.title,
    Description: column.description,
    Note: column.note,
    Example: examples.get(column.key),
    Category: column.category,
    Type: column.type,
    ValueKind: column.valueKind,
    SlowColumn: column.slowGroup,
    Counts: determineFigureBasis(column),
    Groupings: groupingsOffered.filter((grouping) => isAllowed(column, grouping)),
  }));
};

export const anonymousRoutes = ({ config, troubles }: QueryApiDeps): Route[] => [
  route({
    method: "POST",
    path: "instrumentation/isOnline",
    summary: "Answers true: the server can be reached",
    description: "Does nothing else, and needs no token. ShopName is ignored.",
    access: "anonymous",
    body: IsOnlinePayload,
    data: z.boolean(),
    handler: () => true,
  }),
  route({
    method: "GET",
    path: "instrumentation/troubles",
    summary: "What can't be done now because something that Sheaf depends on is unavailable; empty if all is well",
    description: "The same list comes with every answer in the header x-troubles. Use it before anybody is logged in.",
    access: "anonymous",
    data: z.array(z.enum(allOutages)),
    handler: () => [...troubles()],
  }),
  route({
    method: "GET",
    path: "data/columns",
    summary: "Every column a report can show, with its description, note and an example value",
    description:
      "The same for every shop, so keep it. Scopes names the permissions that a column needs, and Groupings where it can stand. Example comes from a made-up order.",
    access: "anonymous",
    data: z.array(ReportColumnInfo),
    isConstant: true,
    handler: listColumns,
  }),
  route({
    method: "GET",
    path: "app-config",
    summary: "The environment and the external things that are set; what is null is not shown",
    description: "Read once when the app opens, before the login. Has no secrets.",
    access: "anonymous",
    data: z.strictObject({
      Environment: z.string(),
      Links: z.strictObject({ Review: link, Chat: link, AppStore: link, SupportEmail: link, PostalAddress: link }),
      TutorialVideo: link.describe("Address of a video to show instead of our own recording"),
      OutboundAddresses: z
        .array(z.string())
        .describe("From which the server calls FTP servers; empty where they are not told"),
      MailAttachmentMaxMb: z
        .number()
        .describe("A report of more than about so many million bytes goes into its e-mail as a link"),
      DemoShops: z.array(z.string()),
      SmallDemoShops: z
        .strictObject({ First: z.string(), Last: z.string() })
        .nullable()
        .describe("Names of the first and the last of the small demo shops, which no list shows; null without them"),
    }),
    handler: () => ({
      Environment: config.ENVIRONMENT,
      Links: {
        Review: config.LINK_REVIEW ?? null,
        Chat: config.LINK_CHAT ?? null,
        AppStore: config.LINK_APP_STORE ?? null,
        SupportEmail: config.SUPPORT_EMAIL ?? null,
        PostalAddress: config.POSTAL_ADDRESS ?? null,
      },
      TutorialVideo: config.LINK_TUTORIAL_VIDEO ?? null,
      OutboundAddresses: config.OUTBOUND_ADDRESSES,
      // The setting counts the encoded mail, a third larger than its file.
      MailAttachmentMaxMb: Math.max(1, Math.floor(config.MAIL_ATTACHMENT_MAX_MB * 0.73)),
      DemoShops: config.demoStore ? demoShops : [],
      SmallDemoShops: config.demoStore ? toSmallShopRange(config.DEMO_SHOPS) : null,
    }),
  }),
];
