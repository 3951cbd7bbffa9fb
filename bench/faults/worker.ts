import { parentPort, workerData } from 'node:worker_threads';
import { runMatrix } from './matrix.ts';
import { shortSubjects } from './short.ts';
import type { FaultName, Subject } from './table.ts';

const { faults, subjects } = workerData as { faults: FaultName[]; subjects: Subject[] | 'short' };

const chosen = subjects === 'short' ? shortSubjects : subjects;
for await (const pair of runMatrix(faults, chosen)) parentPort?.postMessage(pair);
