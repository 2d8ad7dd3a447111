import { describeEditors } from "./describe-editors.ts";

/** The short form of `tests/long/editors.long.test.ts`. */
describeEditors({ editors: 10, seconds: 10 });
