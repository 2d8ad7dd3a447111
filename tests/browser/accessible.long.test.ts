import { describeAccessible } from "./support/describe-accessible.ts";

// The other scenes, which .ci/run leaves out.
describeAccessible(1, 2, 4, 5);
