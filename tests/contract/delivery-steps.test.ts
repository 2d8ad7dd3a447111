import { expectTypeOf, it } from "vitest";
import type { DeliveryStep } from "#domain/run/delivery-step.ts";
import type { StepName } from "#infra/ports/destination.ts";

/** Ports import nothing of the domain, so both name the steps. The compiler compares them. */
it("the steps of deliveries that the rules know are those of the port", () => {
  expectTypeOf<DeliveryStep>().toEqualTypeOf<StepName>();
});
