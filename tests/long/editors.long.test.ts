import { describeEditors } from "#tests/concurrency/describe-editors.ts";

describeEditors({ editors: 50, seconds: 30 });
