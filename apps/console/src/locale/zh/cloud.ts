import type { Words } from '../../i18n/words.ts';
import type { cloud as en } from '../en/cloud.ts';

export const cloud: Words<typeof en> = {
  title: '云同步',
  group: {
    public: '公有云',
    private: '私有云',
    basic: '基本',
    source: '来源',
    sourcePurpose: '按区域向该账号查询其中的主机。',
    save: '保存方式',
    savePurpose: '每台实例保存为一台主机；同步不会删除主机。',
    timer: '定时',
    other: '其他',
  },
  account: {
    valid: '有效',
    invalid: '被拒绝',
    test: '测试连接',
    testNow: '测试连接',
    testVerb: '测试',
    works: '连接成功',
    empty: '云账号用于登录云服务并读取其中的主机。',
    providerHelp: '账号的云服务商不能修改。',
  },
  task: {
    run: '执行',
    runNow: '立即执行',
    started: '已开始执行',
    empty: '同步任务将云账号中的主机导入为资产。',
    allRegions: '全部区域',
    protocols: '协议',
    protocolsHelp: '主机仅使用其平台支持的协议。',
  },
  run: {
    failed: '失败',
    ok: '成功',
    running: '进行中',
    empty: '该任务尚未执行。',
  },
  instance: {
    new: '新增',
    sync: '已同步',
    unsync: '未同步',
    released: '已释放',
    empty: '尚未发现主机。',
    clear: '删除已释放资产',
    clearTitle: '删除所有已释放的资产？',
    clearText: '云中已不存在的主机所对应的资产及其账号将被删除；其他任务仍能发现的资产会保留。',
    cleared: '已释放资产已删除',
  },
};
