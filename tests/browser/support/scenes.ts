import { accountScenes } from "./account-scenes.ts";
import { automationHistoryScenes } from "./automation-history-scenes.ts";
import { automationListScenes } from "./automation-list-scenes.ts";
import { automationScenes } from "./automation-scenes.ts";
import { configurationScenes } from "./configuration-scenes.ts";
import { dataScenes } from "./data-scenes.ts";
import { designerScenes } from "./designer-scenes.ts";
import { filterScenes } from "./filter-scenes.ts";
import { filteredReportScenes } from "./filtered-report-scenes.ts";
import { historyScenes } from "./history-scenes.ts";
import { liveScenes } from "./live-scenes.ts";
import { managerScenes } from "./manager-scenes.ts";
import { planScenes } from "./plan-scenes.ts";
import { reportScenes } from "./report-scenes.ts";
import type { Scene } from "./scene.ts";
import { supportLookScenes } from "./support-look-scenes.ts";

/** Every screen in its main states. */
export const scenes: readonly Scene[] = [
  ...accountScenes,
  ...reportScenes,
  ...filteredReportScenes,
  ...filterScenes,
  ...liveScenes,
  ...managerScenes,
  ...historyScenes,
  ...designerScenes,
  ...automationScenes,
  ...automationListScenes,
  ...automationHistoryScenes,
  ...configurationScenes,
  ...planScenes,
  ...dataScenes,
  ...supportLookScenes,
];
