import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";

/** A merchant's commands for a shop and its workspace. Refused commands throw. */
export const merchantCommands = (runner: Pick<CommandRunner, "execute">, tenant: string) => {
  const request = { tenant, actor: { kind: "merchant" }, correlation: "merchant" } as const;
  return {
    onShop: async (command: WithoutContext<ShopCommand>): Promise<void> => {
      const make = (context: ShopCommand["context"]) => ({ ...command, context }) as ShopCommand;
      const result = await runner.execute(shopDecider, tenant, make, request);
      if (isRefusal(result)) throw new Error(result.message);
    },
    onWorkspace: async (command: WithoutContext<WorkspaceCommand>): Promise<void> => {
      const make = (context: WorkspaceCommand["context"]) => ({ ...command, context }) as WorkspaceCommand;
      const result = await runner.execute(workspaceDecider, tenant, make, request);
      if (isRefusal(result)) throw new Error(result.message);
    },
  };
};
