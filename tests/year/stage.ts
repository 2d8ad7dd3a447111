import type { OpenShop } from "./shops.ts";
import type { Living } from "./world.ts";

/** Random numbers from 0 to 1. */
export type Dice = () => number;
/** Something that happens at an instant (ms). */
export type Befall = { at: number; what: string; do(): Promise<void> | void };
export type Stage = { world: Living; shops: readonly OpenShop[]; zones: readonly string[]; dice: Dice };
