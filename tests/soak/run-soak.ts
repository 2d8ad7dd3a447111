import { createHash } from "node:crypto";
import {
  ExportStatus,
  type FileType,
  FinancialStatus,
  FulfillmentStatus,
  isInProgress,
  OrderStatus,
} from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { ExportDetails, ExportJob } from "#domain/wire/reports/reporting.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { download, generate, logIn, type Merchant, poll, saveFilter } from "#tests/support/merchant.ts";
import { childrenOf } from "#tests/support/processes.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { type DesignName, makeDesigns, type PlannedExport, shopsOfSoak } from "./plan.ts";
import { rowsInFile } from "./rows-in-file.ts";

/** Longer than three attempts with their pauses, behind others, on a busy machine. */
const patience = 600_000;
/** Exports in progress at one time: as many as the exporters have permits for, and some that wait. */
const atOnce = 10;

/** The outcome of one export. */
export type Outcome = {
  planned: PlannedExport;
  id: string;
  job: ExportJob;
  /** It was asked to cancel, and that was taken. */
  canceled: boolean;
  /** A finished export: the panel's text, and the file. */
  file: { said: string; hash: string; bytes: number; rows: number } | undefined;
};

type Shop = {
  merchant: Merchant;
  designs: Record<DesignName, string>;
  filterId: string;
  control: ReturnType<typeof demoControl>;
};

/** Every shop of the soak, logged in, with its designs and a filter. */
export const openShops = async (sheaf: StartedSheaf): Promise<Map<string, Shop>> => {
  const shops = new Map<string, Shop>();
  for (const [name] of shopsOfSoak) {
    const merchant = await logIn(sheaf, name, { patience: 60_000 });
    const { id } = await saveFilter(merchant, {
      financial_status: FinancialStatus.any,
      fulfillment_status: FulfillmentStatus.any,
      order_status: OrderStatus.any,
      sievers: { [SieverCode.Quantity]: [">1"] },
    });
    const designs = await makeDesigns(merchant);
    shops.set(name, { merchant, designs, filterId: id, control: demoControl(sheaf.demoUrl, name) });
  }
  return shops;
};

const hasEnded = ({ Status }: ExportJob): boolean => !isInProgress(Status as ExportStatus);
const partDone = ({ Step, MaxStep }: ExportJob): number => (MaxStep > 0 ? Step / MaxStep : 0);

const fileOf = async (merchant: Merchant, job: ExportJob): Promise<Outcome["file"]> => {
  const { File } = await merchant.client.data<ExportDetails>(
    "GET",
    `reporting/getExportDetails?id=${job.ReportExportId}`,
  );
  if (!File) throw new Error(`Export ${job.ReportExportId} has no file details.`);
  const bytes = await download(merchant, job);
  return {
    said: File.FileHash,
    hash: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    rows: await rowsInFile(job.Filetype as FileType, bytes),
  };
};

/** Looks at an export until it is as a test wants it. */
const follow = (merchant: Merchant, id: string, isSo: (job: ExportJob) => boolean): Promise<ExportJob> => {
  let last = "nothing";
  return until(
    `export ${id} of ${merchant.shop} makes progress`,
    async () => {
      const [job] = await poll(merchant, [id]);
      last = JSON.stringify(job);
      return job && (isSo(job) || hasEnded(job)) ? job : undefined;
    },
    { within: patience, every: 250, picture: () => last },
  );
};

const exportOne = async (shop: Shop, planned: PlannedExport, killOne: () => Promise<void>): Promise<Outcome> => {
  const { merchant, designs, filterId, control } = shop;
  const { asked, fault, cancelAt, kill } = planned;
  if (fault) await control.arm(fault);
  const { ReportExportId: id } = await generate(merchant, designs[asked.design], {
    range: asked.range,
    fileType: asked.fileType,
    filterId: asked.filtered ? filterId : null,
    emptyExpected: true,
  });
  if (kill) {
    await follow(merchant, id, ({ Status }) => Status > ExportStatus.Processing);
    await killOne();
  }
  let canceled = false;
  if (cancelAt !== undefined) {
    await follow(merchant, id, (job) => partDone(job) >= cancelAt);
    canceled = await merchant.client.data<boolean>("POST", "reporting/cancelExport", id);
  }
  const job = await follow(merchant, id, hasEnded);
  const file = job.Status === ExportStatus.Finished ? await fileOf(merchant, job) : undefined;
  return { planned, id, job, canceled, file };
};

/** Works a plan off, some exports at a time; kills an exporter where it says so. `killed`: how many were. */
export const runSoak = async (
  sheaf: StartedSheaf,
  shops: ReadonlyMap<string, Shop>,
  plan: readonly PlannedExport[],
  random: () => number,
): Promise<{ outcomes: Outcome[]; killed: number }> => {
  const outcomes: Outcome[] = [];
  let killed = 0;
  const killOne = async () => {
    const exporters = await childrenOf(sheaf.process.pid, "exporter/main.ts");
    const victim = exporters[Math.floor(random() * exporters.length)];
    if (victim === undefined) return;
    process.kill(victim, "SIGKILL");
    killed += 1;
  };
  const waiting = plan[Symbol.iterator]();
  const work = async () => {
    for (const planned of { [Symbol.iterator]: () => waiting }) {
      const shop = shops.get(planned.asked.shop);
      if (!shop) throw new Error(`No ${planned.asked.shop} is logged in.`);
      outcomes.push(await exportOne(shop, planned, killOne));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { outcomes, killed };
};
