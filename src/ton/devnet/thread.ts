// The thread of a devnet: a transaction blocks it for milliseconds, which others need not wait for.
import { workerData } from 'node:worker_threads';
import { answerCalls, speak } from '../../thread/answer-calls.ts';
import { DevnetService, type Notice, type ServiceOptions } from './service.ts';

const service = new DevnetService(workerData as ServiceOptions, speak<Notice>());
answerCalls({ devnet: service }, () => service.close());
