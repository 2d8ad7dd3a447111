import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink, useNavigate } from "react-router-dom";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { livePath, reportDesignerPath } from "../../../shared/navigation/paths.ts";
import { keepsFocus } from "../../../shared/navigation/scrolling.ts";
import { DesignField } from "../../fields/design-field.tsx";
import type { FilterList } from "../../resources/filters/use-filter-list.ts";
import { useShopNow } from "../../use-shop-now.ts";
import type { Problem } from "../../which-orders/dates/date-ranges.ts";
import type { ChosenFilter } from "../../which-orders/filter/chosen-filter.ts";
import { OrdersFields } from "../../which-orders/orders-fields.tsx";
import { backTo, useWhichPage } from "../../which-orders/which-page.ts";
import { ConfigurationPanel } from "./configuration-panel.tsx";
import { describeConfiguration } from "./describe-configuration.ts";

/**
 * Navigation state after choosing another design: the server records it as last viewed, and its field keeps the focus.
 */
const justChosen = { state: { chosen: true, ...keepsFocus } };
export const isJustChosen = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "chosen" in state;

type LiveConfigurationProps = {
  open: boolean | null;
  onOpen: (open: boolean) => void;
  designs: readonly ListedDesign[];
  design: ListedDesign;
  /** The design was just chosen here. Its field takes over the focus. */
  takesFocus: boolean;
  onChooseDesign: (id: string) => void;
  filters: UserOrderFilters;
  onChange: (change: Partial<UserOrderFilters>) => void;
  filterList: FilterList;
  chosenFilter: ChosenFilter;
  problem: Problem | null;
  saved: boolean;
  chosenOrders: ReadonlySet<string>;
  onChooseOrders: (chosen: ReadonlySet<string>) => void;
};

/** The design and the orders. Each design has its own page state and address. */
export const LiveConfiguration = ({
  open,
  onOpen,
  designs,
  design,
  takesFocus,
  onChooseDesign,
  ...orders
}: LiveConfigurationProps) => {
  const { filters, chosenFilter, chosenOrders, problem } = orders;
  const navigate = useNavigate();
  const page = useWhichPage();
  const now = useShopNow();
  return (
    <ConfigurationPanel
      summary={describeConfiguration(design.title, chosenFilter, filters, chosenOrders.size, now)}
      isOpen={open ?? (problem !== null || chosenFilter.state === "gone")}
      onOpen={onOpen}
      design={
        <>
          <DesignField
            designs={designs}
            chosen={design.id}
            autoFocus={takesFocus}
            onChoose={(id) => {
              onChooseDesign(id);
              void navigate(livePath(id), justChosen);
            }}
          />
          <Typography variant="body2" sx={{ mt: 0.75 }}>
            <Link component={RouterLink} to={reportDesignerPath(design.id)} {...backTo(page)}>
              Edit columns
            </Link>
          </Typography>
        </>
      }
      orders={<OrdersFields {...orders} />}
    />
  );
};
