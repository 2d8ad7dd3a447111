import { formatZone } from "../../shared/time/format-zone.ts";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { useShopZone } from "../use-shop-zone.ts";
import { AutomationList } from "./automation-list.tsx";

/** Automated reports (S-2.2.4): the list with their statuses. */
const AutomationListPage = () => {
  const zone = useShopZone();
  return (
    <>
      <PageHeading
        title="Automated reports"
        lead={`Reports that Sheaf makes and sends for you. Times are in your shop's time zone, ${formatZone(zone)}.`}
      />
      <AutomationList />
    </>
  );
};

export default AutomationListPage;
