import type { CommandResult, CommandRunner } from "#application/commands/command-runner-types.ts";
import type { Refusal } from "#domain/core/decider.ts";
import type { Actor, CommandContext } from "#domain/core/message.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import type { ExportState } from "#domain/export/state.ts";
import type { JobPayload } from "./job.ts";

const actor: Actor = { kind: "system", part: "exporter" };

/**
 * Sends a command on the job's export. `name` identifies its repeats by the attempt's number in the stream, as a fence
 * may come again once `state.db` is lost or restored (ADR 47); undefined: always a new command.
 * @throws {StoreBusy}
 */
export const sendCommand = (
  runner: CommandRunner,
  { exportId, tenant, correlation, causation }: JobPayload,
  name: string | undefined,
  make: (context: CommandContext) => ExportCommand,
): Promise<Refusal | CommandResult<ExportEvent, ExportState>> =>
  runner.execute(exportDecider, exportId, make, {
    tenant,
    actor,
    correlation,
    causation,
    ...(name === undefined ? {} : { commandId: `${name}:${exportId}` }),
  });
