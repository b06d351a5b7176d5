// The webhooks of every account.
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { t } from '../../../words/words.ts';
import { AddWebhook, WebhookList } from './WebhookList.tsx';

export const Webhooks = () => (
  <>
    <PageTitle title={t('operator.section.webhooks')} actions={<AddWebhook primary />}>
      {t('operator.hooks.lead')}
    </PageTitle>
    <WebhookList isOfAll />
    <ShowCall calls={[{ name: 'getWebhooks', method: 'GET', input: { all: 'true' } }]} />
  </>
);
