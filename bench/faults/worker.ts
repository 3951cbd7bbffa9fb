import { parentPort, workerData } from 'node:worker_threads';
import { runMatrix } from './matrix.ts';
import type { FaultName, Subject } from './table.ts';

const { faults, subjects } = workerData as { faults: FaultName[]; subjects: Subject[] };

for await (const pair of runMatrix(faults, subjects)) parentPort?.postMessage(pair);
