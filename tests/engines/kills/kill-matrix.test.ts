import { describe, inject, it } from "vitest";
import { describeKills } from "../../faults/describe-kills.ts";
import { due } from "../../faults/due-scenes.ts";
import { expectArrived, judgedKills } from "../../faults/judged-kills.ts";
import { kafka } from "../kafka/support.ts";
import { mongoUrl } from "../mongodb/support.ts";
import { overEngines, startOverEngines } from "./over-engines.ts";

const url = mongoUrl();
/**
 * The replacement of a dead process has another identity. It takes over the dead one's work when its leases have
 * expired.
 */
const engines = {
  eventStore: inject("eventStore"),
  mongoUrl: url ?? "",
  kafka: kafka?.direct ?? "",
  supervised: false,
};

// One of each kind of process dies here, in turn, at one moment; at the other moments they do in the long tests beside this one.
describe.skipIf(url === undefined || !kafka)("over external engines, with two of each process", () => {
  const ofExport = [
    "web:export:after-append-before-answer",
    "relay:after-publish-before-checkpoint@3",
    "projection:exports:after-rows-before-checkpoint@2",
    "export:mid-file@3",
  ];
  describeKills([ofExport.join(",")], startOverEngines(engines));

  describe("given three reports are due", () => {
    const { see } = judgedKills(() => overEngines(engines));
    it("when a scheduler dies after claiming and a deliverer after delivering, then each gets one file", async () => {
      const moments = ["scheduler:after-ClaimSlot", "deliverer:after-delivery-before-confirmed"];
      expectArrived(await see(moments, due), 1);
    }, 600_000);
  });
});
