import { type ComponentProps, Suspense } from "react";
import type { FileType } from "#domain/enumerations.ts";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import type { CheckState } from "../resources/order-check/use-order-check.ts";
import type { CountState } from "../resources/order-count.ts";
import { OrdersFields } from "../which-orders/orders-fields.tsx";
import { OrderCountLine } from "./order-count-line.tsx";

const FilterFunnel = createLazyPart(() => import("../resources/order-check/filter-funnel.tsx"));

type FiltersStepProps = Omit<ComponentProps<typeof OrdersFields>, "count" | "funnel"> & {
  fileType: FileType;
  count: CountState;
  check: CheckState;
};

/** Step 3: the orders and their number. */
export const FiltersStep = ({ fileType, count, check, ...fields }: FiltersStepProps) => {
  const { chosenFilter } = fields;
  return (
    <OrdersFields
      {...fields}
      count={<OrderCountLine count={count} check={check} fileType={fileType} />}
      funnel={
        chosenFilter.state === "known" && (
          <Suspense fallback={null}>
            <FilterFunnel
              key={chosenFilter.filter.id}
              filter={chosenFilter.filter}
              check={check}
              all="Orders on these dates"
            />
          </Suspense>
        )
      }
    />
  );
};
