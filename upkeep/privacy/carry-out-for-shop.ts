import type { CommandRequest } from "#application/commands/command-runner-types.ts";
import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import { removeWithSidecars } from "#application/exports/sidecar-files.ts";
import { loadShopExports } from "#application/privacy/shop-exports.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import type { PrivacyEnd, PrivacyRequest } from "#domain/privacy/decider.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { PlatformError, type ShopAccess } from "#infra/ports/store-platform.ts";
import type { UpkeepDeps } from "../deps.ts";
import { eraseFile } from "./erase-file.ts";
import { endAccess, eraseStoredData } from "./erase-shop.ts";
import type { PrivacyJob } from "./privacy-job.ts";

export type ShopWork = PrivacyJob & { tenant: string; request: PrivacyRequest };

const nothing = { exports: 0, files: 0, values: 0 };
const endedWith = (outcome: PrivacyEnd["outcome"], counts = nothing): PrivacyEnd => ({ outcome, counts, exports: [] });

const requestOf = ({ tenant, correlation, causation }: ShopWork): CommandRequest => ({
  tenant,
  actor: { kind: "system", part: "upkeep" },
  correlation,
  causation,
});

/** True if the installation is erased and unusable. */
export const isErased = async ({ runner }: Pick<UpkeepDeps, "runner">, tenant: string): Promise<boolean> =>
  (await runner.load(shopDecider, tenant)).state.status === "erased";

/**
 * True if the platform still admits us.
 * @throws {PlatformError} no clear response
 */
const isInstalled = async ({ platform }: UpkeepDeps, access: ShopAccess): Promise<boolean> => {
  try {
    await platform.fetchShopProfile(access);
    return true;
  } catch (error) {
    if (error instanceof PlatformError && error.code === "reconnect-needed") return false;
    throw error;
  }
};

/** Ends the installation. A login now gets a new tenant, so nothing can affect a returning shop. */
const endInstallation = async (deps: UpkeepDeps, work: ShopWork, signal: AbortSignal): Promise<Refusal | undefined> => {
  const { runner } = deps;
  const { tenant, request, privacyId } = work;
  const { state } = await runner.load(shopDecider, tenant);
  const send = (command: (context: ShopCommand["context"]) => ShopCommand) =>
    runner.execute(shopDecider, tenant, command, requestOf(work));
  // The uninstall webhook may never have reached us.
  if (state.status === "authorized" && !(await isInstalled(deps, { tenant, shop: request.shop, signal })))
    await send((context) => ({ type: "UninstallShop", webhookId: `erasure:${privacyId}`, context }));
  const erased = await send((context) => ({ type: "EraseShop", reason: "shop/redact", context }));
  return isRefusal(erased) ? erased : undefined;
};

/**
 * Erases the shop's report files and cancels exports in progress. Returns undefined while any are in progress: check
 * again.
 */
const eraseFiles = async (
  deps: UpkeepDeps,
  work: ShopWork,
  signal: AbortSignal,
): Promise<{ exports: number; files: number } | undefined> => {
  const { runner, fileStore, stateStore } = deps;
  let files = 0;
  let exports = 0;
  let mustWait = false;
  for (const { exportId, state } of await loadShopExports(deps, work.tenant, signal)) {
    signal.throwIfAborted();
    if (!hasEnded(state)) {
      mustWait = true;
      // Refused if it has ended; the next check sees that.
      await runner.execute(
        exportDecider,
        exportId,
        (context): ExportCommand => ({ type: "CancelExport", context }),
        requestOf(work),
      );
      continue;
    }
    // Nobody can repeat a report of this installation.
    await forgetFrozenInput(stateStore, state.facts);
    if (state.status === "finished" || state.status === "expired") {
      const { fileKey } = state.file;
      exports += 1;
      const erasedBefore = state.status === "expired" && state.erased?.request === work.privacyId;
      if (state.status === "finished") await eraseFile(deps, work, { exportId, fileKey, because: "shop" });
      await removeWithSidecars(fileStore, fileKey);
      if (state.status === "finished" || erasedBefore) files += 1;
    }
  }
  return mustWait ? undefined : { exports, files };
};

/**
 * Erases a departed shop's personal and secret data; designs and filters stay. For an installed shop, the
 * request is obsolete. Returns undefined if it must be called again. Can be repeated.
 */
export const carryOutForShop = async (
  deps: UpkeepDeps,
  work: ShopWork,
  signal: AbortSignal,
): Promise<PrivacyEnd | undefined> => {
  const { tenant } = work;
  const refusal = await endInstallation(deps, work, signal);
  // An interrupted login leaves a tenant without a stream.
  if (refusal && refusal.code !== "unknown") return endedWith("obsolete");
  failpoint("upkeep:privacy:after-shop-erased");
  await endAccess(deps, tenant);
  const files = await eraseFiles(deps, work, signal);
  if (!files) return undefined;
  const values = await eraseStoredData(deps, tenant, signal);
  return endedWith("carried-out", { ...files, values });
};
