import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router-dom";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { LoadingPage } from "../loading/loading-page.tsx";
import { useServices, useSession } from "../services.tsx";
import { AllPlans } from "./all-plans.tsx";
import { YourPlan } from "./your-plan.tsx";

const useShopPlan = (shop: string | undefined) => {
  const { api } = useServices();
  return useQuery({
    queryKey: ["plan", shop],
    queryFn: ({ signal }) => api.plan(signal),
    enabled: shop !== undefined,
    refetchOnWindowFocus: "always",
  });
};

/** Prices for everybody; for a shop also its charge and use, before and after it has approved the charge. */
const PlanPage = () => {
  const shop = useSession()?.account.id;
  const plan = useShopPlan(shop);
  return (
    <>
      <PageHeading
        title="Plan"
        lead="The price depends on your store's own plan. Every plan includes all columns, file formats, schedules and destinations."
        actions={
          shop === undefined && (
            <Button component={RouterLink} to={paths.login} variant="contained">
              Login
            </Button>
          )
        }
      />
      <Stack spacing={3}>
        {shop !== undefined && plan.isPending && <LoadingPage />}
        {plan.isError && !isSkipped(plan.error) && (
          <RetryAlert onRetry={() => void plan.refetch()}>{getErrorMessage(plan.error)}</RetryAlert>
        )}
        {plan.isSuccess && <YourPlan plan={plan.data} />}
        <AllPlans current={plan.data?.Tier ?? null} />
      </Stack>
    </>
  );
};

export default PlanPage;
