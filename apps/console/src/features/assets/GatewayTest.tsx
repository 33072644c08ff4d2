import { Form, InputNumber } from 'antd';
import { type ComponentRef, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import type { Row } from '../../model/resource.ts';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { startTask } from '../tasks/start-task.ts';
import { type AssetProtocol, isPort } from './protocols.ts';

/** Asks for the port and tests the login on a gateway; what happens is in the log of the task (docs/behaviour/assets.md#testing-a-gateway). */
export function GatewayTest({ gateway, onClose }: { gateway: Row; onClose: () => void }) {
  const { t } = useTranslation(['assets', 'screens', 'features']);
  const unless = useUnless();
  const runAction = useRunAction();
  const protocols = (Array.isArray(gateway.protocols) ? gateway.protocols : []) as AssetProtocol[];
  const own = protocols.find(({ name }) => name === 'ssh')?.port ?? null;
  const [port, setPort] = useState<number | null>(own);
  const [busy, setBusy] = useState(false);
  const field = useRef<ComponentRef<typeof InputNumber>>(null);
  const start = async () => {
    setBusy(true);
    const done = await runAction(() => startTask(client.gateways.test(String(gateway.id), { port })));
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={t('gateway.testTitle', { name: String(gateway.name) })}
      width={520}
      verb={t('gateway.start')}
      refused={unless(isPort(port), 'refused:noPort')}
      busy={busy}
      run={start}
      onClose={onClose}
      // A field that asks for the focus by itself loses it to the dialog.
      afterOpenChange={(shown) => shown && field.current?.focus()}
    >
      <p className="s-note">{own === null ? t('gateway.noSsh') : t('gateway.testText')}</p>
      <Form layout="vertical" onFinish={() => void start()}>
        <Form.Item label={t('gateway.port')} htmlFor="gateway-port" extra={t('gateway.portHelp')}>
          <InputNumber
            ref={field}
            id="gateway-port"
            value={port}
            min={1}
            max={65_535}
            precision={0}
            onChange={(value) => setPort(typeof value === 'number' ? value : null)}
            onPressEnter={() => isPort(port) && void start()}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
